import type { PreviousSnapshot } from '@app/context';
import type { PreviousDocument } from '@app/definition';
import { sameJson } from '@app/json';

/** `previous.fields` of a document as one answer read them. */
export interface Snapshot extends PreviousSnapshot {
  /** The paths that were selected. Another version may select others, and then the snapshot says nothing for it. */
  fields: string[];
}

/** What earlier answers about a document read: the last, the latest that differed from the last, and the first. */
export interface Seen {
  last: Snapshot | null;
  before: Snapshot | null;
  first: Snapshot | null;
}

/** The snapshot that a context shows as `previous`; null when no earlier answer has one. */
export function shownOf({ anchor }: PreviousDocument, seen: Seen | null, now: Snapshot): Snapshot | null {
  if (seen === null || !isOfFields(seen.last, now)) return null;
  if (anchor === 'first_answer') return seen.first;
  return anchor === 'last_change' && isEqual(seen.last, now) ? seen.before : seen.last;
}

/**
 * What stands after an answer that read `now`; nothing for a recipe without `previous`. With the first answer of a version
 * that selects other fields it begins anew, since what answers before read of these fields was not kept.
 */
export function seenAfter(seen: Seen | null, now: Snapshot | null): Seen {
  if (now === null) return { last: null, before: null, first: null };
  if (seen === null || !isOfFields(seen.last, now)) return { last: now, before: null, first: now };
  return { last: now, before: isEqual(seen.last, now) ? seen.before : seen.last, first: seen.first };
}

/**
 * Whether the present values alone make a new context: by `last_change` another document is shown once a field differs
 * from what the last answer read. By the other anchors a document without another change keeps its answer.
 */
export function isMoved({ anchor }: PreviousDocument, seen: Seen | null, now: Snapshot): boolean {
  return anchor === 'last_change' && !isEqual(seen?.last ?? null, now);
}

function isOfFields(snapshot: Snapshot | null, { fields }: Snapshot): boolean {
  return snapshot !== null && sameJson(snapshot.fields, fields);
}

function isEqual(snapshot: Snapshot | null, now: Snapshot): boolean {
  return isOfFields(snapshot, now) && snapshot?.digest === now.digest;
}
