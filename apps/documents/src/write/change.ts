import type { Subject } from '@app/filter';
import { AttributeRow, attributeDifferences } from '../document/attribute-rows';
import { Content, subjectOf } from '../document/document';
import { textsOf } from '../document/limits';
import { Draft, sameContent } from '../document/operations';
import { InForce } from '../snapshot/in-force';

/** Judgments touched by documents of one kind: `q` are told to judgments, `o` only have their rows touched. */
export interface TouchedSet {
  q: string[];
  o: string[];
  /** Touched only where the answer is of another version than this, the active one. */
  e?: [string, number][];
}

/** What one call of `commit_write` is given: the differences of a batch, changed documents first. */
export interface Change {
  ids: string[];
  /** Versions as they were read; 0 of an absent document. */
  reads: number[];
  /** One letter a document: i inserted, u updated, d deleted, k only checked. */
  kinds: string;
  bytes: number[];
  /** JSON array text, one entry for each inserted or updated document. */
  bodies: string;
  changed: number;
  sets: TouchedSet[];
  set: (number | null)[];
  add: AttributeRow[];
  remove: AttributeRow[];
  documents: number;
  size: number;
  /** Whether judgments has to hear of it. */
  tells: boolean;
  deletes: boolean;
}

type Kind = 'i' | 'u' | 'd' | 'k';

function kindOf({ before, after, skipped }: Draft): Kind | null {
  if (skipped || (before === null && after === null)) return before === null ? null : 'k';
  if (after === null) return 'd';
  if (before === null) return 'i';
  return sameContent(before, after) ? 'k' : 'u';
}

const order: Record<Kind, number> = { i: 0, u: 1, d: 2, k: 3 };

class Sets {
  readonly all: TouchedSet[] = [];
  private readonly known = new Map<string, number>();

  indexOf(set: TouchedSet): number | null {
    const { q, o, e = [] } = set;
    if (q.length === 0 && o.length === 0 && e.length === 0) return null;
    const key = `${q.join(' ')}|${o.join(' ')}|${e.join(' ')}`;
    const index = this.known.get(key) ?? this.all.push(set) - 1;
    this.known.set(key, index);
    return index;
  }
}

function subjectAfter(id: string, after: Content, nowMs: number): Subject {
  const stamp = new Date(nowMs).toISOString();
  return subjectOf({ ...after, id, created_at: after.created_at ?? stamp, updated_at: stamp });
}

/** The judgments that a document's change touches, where they apply after it. */
export function touchedSet({ before, after, id }: Draft, inForce: InForce, nowMs: number): TouchedSet {
  const set: TouchedSet = { q: [], o: [] };
  if (after === null) return set;
  let subject: Subject | undefined;
  for (const index of inForce.touched(before, after)) {
    const judgment = inForce.judgments[index];
    if (judgment.appliesToFilter !== null) {
      subject ??= subjectAfter(id, after, nowMs);
      if (!inForce.applies(judgment, subject, nowMs)) continue;
    }
    if (judgment.policy === 'on_change' || judgment.policy === 'interval') set.q.push(judgment.judgmentId);
    // A new document has no answers whose rows could be touched.
    else if (before !== null) set.o.push(judgment.judgmentId);
  }
  if (before === null) return set;
  set.o.push(...inForce.touchedShadows(before, after));
  const touched = new Set([...set.q, ...set.o]);
  const earlier = inForce.touchedEarlier(before, after).filter(([id]) => !touched.has(id));
  return earlier.length === 0 ? set : { ...set, e: earlier };
}

/**
 * What a batch changes, or null when it changes nothing.
 * @throws Problem `too_large`, reason `state_bytes`
 */
export function changeOf(drafts: readonly Draft[], inForce: InForce, nowMs: number): Change | null {
  const placed = drafts
    .map((draft) => ({ draft, kind: kindOf(draft) }))
    .filter((entry): entry is { draft: Draft; kind: Kind } => entry.kind !== null)
    .sort((a, b) => order[a.kind] - order[b.kind]);
  const changed = placed.filter(({ kind }) => kind !== 'k').length;
  if (changed === 0) return null;
  const sets = new Sets();
  const bodies: string[] = [];
  const change: Change = {
    ids: placed.map(({ draft }) => draft.id),
    reads: placed.map(({ draft }) => draft.before?.version ?? 0),
    kinds: placed.map(({ kind }) => kind).join(''),
    bytes: [],
    bodies: '',
    changed,
    sets: sets.all,
    set: [],
    add: [],
    remove: [],
    documents: 0,
    size: 0,
    tells: false,
    deletes: false,
  };
  placed.forEach(({ draft, kind }, index) => {
    const { before, after } = draft;
    let bytes = 0;
    let set: number | null = null;
    if (kind === 'i' || kind === 'u') {
      const texts = textsOf(after!, `${draft.pointer}/state`);
      bytes = texts.bytes;
      const created = kind === 'i' && after!.created_at ? `,"c":"${after!.created_at}"` : '';
      const images = JSON.stringify(after!.images);
      bodies.push(`{"a":${texts.attributes},"s":${texts.state},"m":${images}${created}}`);
      set = sets.indexOf(touchedSet(draft, inForce, nowMs));
    }
    if (kind !== 'k') {
      attributeDifferences(index + 1, before?.attributes ?? {}, after?.attributes ?? {}, change.add, change.remove);
      change.size += bytes - (before?.bytes ?? 0);
    }
    if (kind === 'i') change.documents += 1;
    if (kind === 'd') change.documents -= 1;
    change.deletes ||= kind === 'd';
    change.bytes.push(bytes);
    change.set.push(set);
  });
  change.bodies = `[${bodies.join(',')}]`;
  change.tells = sets.all.some(({ q }) => q.length > 0);
  return change;
}
