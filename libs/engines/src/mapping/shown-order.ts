import { createHash } from 'node:crypto';

/**
 * The order in which a choice's options are shown: a shuffle by hash of document, version and question. Over documents
 * no position favours an option, and the same ask has the same bytes.
 * @returns a permutation of 0..count-1; for the caller the last index is the escape
 */
export function shownOrder(seed: string, question: string, count: number): number[] {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, question]))
    .digest();
  let state = digest.readUInt32LE(0);
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    // mulberry32, since a hash at each step would cost more than the rest of the request.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const pick = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (last + 1));
    [order[last], order[pick]] = [order[pick], order[last]];
  }
  return order;
}
