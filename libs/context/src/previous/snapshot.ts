import { createHash } from 'node:crypto';
import { canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import { jsonBytes } from '@app/json';
import { type Cut, CutList } from '../budget/cut';
import { type Selected, selectFields } from '../selection/selection';
import { firstValues, newestItems, shortTexts } from './cut-snapshot';

/** The members of a document that a snapshot can hold. */
export interface SnapshotSource {
  id: string;
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
}

/** Fields of a document as one judging read them. Plain JSON, to be stored beside the answer. */
export interface PreviousSnapshot {
  /** SHA-256 in hex of all that the fields name, also of what the bound cut: equal values have equal digests. */
  digest: string;
  /** The document reduced to the fields. */
  selected: { [member: string]: Json };
  /** What the bound cut; a context that shows the snapshot lists it. */
  cuts: Cut[];
}

/**
 * Bytes of `selected` as JSON: about what the largest context could show of it. A judgment stores up to three snapshots of
 * each document.
 */
export const maxSnapshotBytes = 32 * 1024;

function jsonOf(node: Selected): Json {
  if (node.kind === 'value') return node.value;
  if (node.kind === 'items') return node.items.map(jsonOf);
  return Object.fromEntries(node.members.map(([key, value]) => [key, jsonOf(value)]));
}

/** The greatest whole number from 0 to `most` at which `fits` holds, when it holds up to some number; -1 if at none. */
function greatest(most: number, fits: (count: number) => boolean): number {
  let [low, high] = [-1, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Selects fields of a document for a later judging. A selection over `maxSnapshotBytes` is cut as contexts are: to the newest
 * items of its arrays, then to the starts of its texts, and then to its first values.
 * @param fields normalised paths, `previous.fields` of a recipe
 */
export function selectPrevious(document: SnapshotSource, fields: readonly string[]): PreviousSnapshot {
  const { id, attributes, state, created_at, updated_at } = document;
  const whole = jsonOf(selectFields({ id, attributes, state, created_at, updated_at }, fields));
  const digest = createHash('sha256').update(canonicalJson(whole)).digest('hex');
  const cuts = new CutList();
  let selected = whole;
  for (const cut of jsonBytes(whole) > maxSnapshotBytes ? [newestItems, shortTexts, firstValues] : []) {
    const uncut = selected;
    // An item, a character and a value each take a byte at least.
    const kept = greatest(maxSnapshotBytes, (count) => jsonBytes(cut(uncut, count, new CutList())) <= maxSnapshotBytes);
    selected = cut(uncut, Math.max(kept, 0), cuts);
    if (kept >= 0) break;
  }
  return { digest, selected: selected as { [member: string]: Json }, cuts: cuts.toArray() };
}
