import type { ArraySpan } from '../rendering/layout';
import type { CutList } from './cut';
import type { Sheet } from './sheet';

interface Item {
  array: ArraySpan;
  arrayIndex: number;
  start: number;
  end: number;
  /** Number of items of the same array that are newer. */
  newer: number;
}

/**
 * Drops the oldest items of arrays until the sheet fits, each time from the array with the most items left, so that all
 * keep about the same number. The newest item of each array stays. Inner arrays lose items only when the outer ones have
 * one item left and the sheet still does not fit.
 */
export function cutItems(sheet: Sheet, cuts: CutList): void {
  const deepest = sheet.arrays.reduce((depth, array) => Math.max(depth, array.depth), -1);
  for (let depth = 0; depth <= deepest; depth += 1) {
    const older = olderItems(sheet, depth);
    const kept = keptOf(sheet, older);
    for (const { array, start, end } of older.slice(kept)) {
      sheet.drop(start, end);
      cuts.add(array.path, 'array_items', 1);
    }
    if (kept > 0 || !sheet.isOver) return;
  }
}

/** All items of arrays at a depth except the newest of each array; the items that stay longest come first. */
function olderItems(sheet: Sheet, depth: number): Item[] {
  const arrays = sheet.arrays.filter((array) => array.depth === depth && sheet.isKept(array.items[0].start));
  const items = arrays.flatMap((array, arrayIndex) =>
    array.items
      .slice(0, -1)
      .map((item, index): Item => ({ array, arrayIndex, ...item, newer: array.items.length - 1 - index })),
  );
  return items.sort((a, b) => a.newer - b.newer || a.arrayIndex - b.arrayIndex);
}

/** How many of the items, from the first on, fit together with the rest of the sheet. It does not count older ones. */
function keptOf(sheet: Sheet, items: readonly Item[]): number {
  const optional = new Uint8Array(sheet.entries.length);
  for (const { start, end } of items) optional.fill(1, start, end);
  let sum = 0;
  for (const index of sheet.entries.keys()) {
    if (optional[index] === 0 && sheet.isKept(index)) sum += sheet.cost(index);
    if (sum > sheet.limit) return 0;
  }
  for (const [kept, { start, end }] of items.entries()) {
    sum += sheet.costOfRange(start, end, sheet.limit - sum);
    if (sum > sheet.limit) return kept;
  }
  return items.length;
}
