import { readFile } from '@app/file-reader';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Gate } from './gate';
import type { Pace } from './import-words';
import type { ImportStore, KeptImport } from './kept-import';
import { PaceClock } from './pace';
import { idColumnOf } from './plan';
import { runImport, WrongFile } from './run-import';
import type { Write } from './write-batch';

/** An import that is shown: on its way, held, stopped by an error, or over. */
export interface Run {
  kept: KeptImport;
  state: 'running' | 'held' | 'stopped' | 'over';
  error: unknown;
  pace: Pace;
  hold: () => void;
  goOn: () => void;
  cancel: () => void;
}

/** The service is asked for longer than pages do: nobody waits for one of these replies. */
const patience = { retries: 20, totalMs: 180_000 };

export const writeOf = (ns: string): Write => {
  const { documents } = client.namespace(ns);
  return (body, idempotencyKey) => documents.write(body, { ...patience, idempotencyKey });
};

/** Runs one import at a time. It ends behind its batch when the page is left, and is kept. */
export function useRun(store: ImportStore | undefined) {
  const queries = useQueryClient();
  const [run, setRun] = useState<Pick<Run, 'kept' | 'state' | 'error' | 'pace'> | null>(null);
  const gate = useRef(new Gate());
  const pace = useRef<PaceClock | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      gate.current.stop('left');
    };
  }, []);
  const isOn = run?.state === 'running' || run?.state === 'held';
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOn]);

  const begin = useCallback(
    async (file: File, begun: KeptImport) => {
      if (!store) return;
      const own = (gate.current = new Gate());
      const clock = (pace.current = new PaceClock(begun, () => performance.now()));
      let kept = begun;
      const show = (state: Run['state'], error: unknown = null) => {
        if (isShown.current && gate.current === own) setRun({ kept, state, error, pace: clock.paceAt(kept) });
      };
      const { source, bytesRead } = counted(file);
      const idColumn = idColumnOf(begun.plan);
      const options = { ...begun.reading, name: file.name, idMembers: idColumn === undefined ? [] : [idColumn] };
      show('running');
      try {
        kept = await runImport({
          kept: begun,
          reading: readFile(source, options),
          bytesRead,
          store,
          write: writeOf(begun.ns),
          gate: own,
          onProgress: (now) => {
            kept = now;
            show(own.isOn ? 'running' : 'held');
          },
        });
        show('over');
      } catch (error) {
        // Nothing was written, so there is nothing to go on with.
        if (error instanceof WrongFile && kept.batch === 0) await store.remove(kept.id);
        show('stopped', error);
      }
      const { ns } = begun;
      const concerns = [
        keys.documents.in(ns),
        keys.count.in(ns),
        keys.namespace.of(ns),
        keys.namespaces.all,
        keys.samples.in(ns),
      ];
      await Promise.all(concerns.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    [store, queries],
  );
  const set = (state: Run['state']) => setRun((now) => now && { ...now, state });
  const shown: Run | null = run && {
    ...run,
    hold: () => {
      gate.current.hold();
      pace.current?.hold();
      set('held');
    },
    goOn: () => {
      gate.current.goOn();
      pace.current?.goOn();
      set('running');
    },
    cancel: () => gate.current.stop('cancelled'),
  };
  return { run: shown, begin, close: () => setRun(null) };
}

/** The bytes of a file as they are read, and how many were. */
function counted(file: File) {
  let read = 0;
  async function* readBytes() {
    const reader = file.stream().getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        read += value.length;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  }
  return { source: readBytes(), bytesRead: () => read };
}
