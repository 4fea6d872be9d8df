import type { PreviousDocument } from '@app/definition';
import { sameJson } from '@app/json';

/** `previous.fields` of a document as one answer read them. */
export interface Snapshot {
  /** The paths that were selected. Another version may select others, and then the snapshot says nothing for it. */
  fields: string[];
  values: object;
}

/** What earlier answers about a document read: the last, the latest that differed from the last, and the first. */
export interface Seen {
  last: Snapshot | null;
  before: Snapshot | null;
  first: Snapshot | null;
}

/** The snapshot that a context shows as `previous`; null when no earlier answer has one. */
export function shownOf({ anchor, fields }: PreviousDocument, seen: Seen | null, now: Snapshot): Snapshot | null {
  const usable = (snapshot: Snapshot | null | undefined): Snapshot | null =>
    snapshot && sameJson(snapshot.fields, fields) ? snapshot : null;
  const last = usable(seen?.last);
  if (anchor === 'first_answer') return usable(seen?.first);
  if (anchor === 'last_answer' || last === null) return last;
  return sameJson(last.values, now.values) ? usable(seen?.before) : last;
}

/** What stands after an answer that read `now`; null for a recipe without `previous`. */
export function seenAfter(seen: Seen | null, now: Snapshot | null): Seen {
  if (now === null) return { last: null, before: null, first: null };
  const known = seen?.last && sameJson(seen.last.fields, now.fields) ? seen : null;
  if (!known) return { last: now, before: null, first: now };
  const isMoved = !sameJson(known.last?.values, now.values);
  return { last: now, before: isMoved ? known.last : known.before, first: known.first };
}

/**
 * Whether the snapshot alone makes a new context: by `last_change` a context shows another document once a field differs.
 * By the other anchors a document that is judged again without a change keeps its answer.
 */
export function isMoved({ anchor }: PreviousDocument, seen: Seen | null, now: Snapshot): boolean {
  return anchor === 'last_change' && !(seen?.last && sameJson(seen.last, now));
}
