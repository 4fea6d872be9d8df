import { useRef, useState } from 'react';
import type { Draft } from './draft';
import { keptDraft } from './kept-draft';

/** What is typed, kept in this tab until it is saved. @param name of the judgment that gets a version; empty for a new one */
export function useDraft(ns: string, name: string, first: Draft) {
  const kept = keptDraft(ns, name);
  const [draft, setDraft] = useState(() => kept.read() ?? first);
  /** Counts how often the whole draft was replaced: fields that hold text of their own begin anew then. */
  const [epoch, setEpoch] = useState(0);
  const latest = useRef(draft);
  const set = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    kept.keep(next);
  };
  return {
    draft,
    epoch,
    change: (part: Partial<Draft>) => set({ ...latest.current, ...part }),
    replace: (next: Draft) => {
      set(next);
      setEpoch((count) => count + 1);
    },
    drop: kept.drop,
  };
}
