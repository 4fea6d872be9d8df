import type { ArraySpan } from '../rendering/layout';
import type { Cut, CutList } from './cut';
import type { Sheet } from './sheet';

interface Item {
  array: ArraySpan;
  arrayIndex: number;
  start: number;
  end: number;
  /** Number of items of the same array that stay longer. */
  before: number;
}

/** Drops the last related documents of relations in the same way; the first of each stays. */
function cutRelated(sheet: Sheet, cuts: CutList): void {
  const arrays = sheet.arrays.filter(({ isRelated }) => isRelated === true);
  if (arrays.length === 0 || !sheet.isOver) return;
  const others = arrays.flatMap((array, arrayIndex) =>
    array.items.slice(1).map((item, index): Item => ({ array, arrayIndex, ...item, before: index })),
  );
  dropFrom(sheet, inOrder(others), cuts, 'related_items');
}

/**
 * Drops the oldest items of arrays until the sheet fits, each time from the array with the most items left, so that all
 * keep about the same number. The newest item of each array stays. Inner arrays lose items only when the outer ones have
 * one item left and the sheet still does not fit.
 */
export function cutItems(sheet: Sheet, cuts: CutList): void {
  cutRelated(sheet, cuts);
  const deepest = sheet.arrays.reduce((depth, array) => Math.max(depth, array.depth), -1);
  for (let depth = 0; depth <= deepest; depth += 1) {
    const kept = dropFrom(sheet, olderItems(sheet, depth), cuts, 'array_items');
    if (kept > 0 || !sheet.isOver) return;
  }
}

/** Drops the items that do not fit. @returns how many stay */
function dropFrom(sheet: Sheet, items: readonly Item[], cuts: CutList, kind: Cut['kind']): number {
  const kept = keptOf(sheet, items);
  for (const { array, start, end } of items.slice(kept)) {
    sheet.drop(start, end);
    cuts.add(array.path, kind, 1);
  }
  return kept;
}

/** All items of arrays at a depth except the newest of each array; the items that stay longest come first. */
function olderItems(sheet: Sheet, depth: number): Item[] {
  const arrays = sheet.arrays.filter(
    (array) => array.isRelated !== true && array.depth === depth && sheet.isKept(array.items[0].start),
  );
  const items = arrays.flatMap((array, arrayIndex) =>
    array.items
      .slice(0, -1)
      .map((item, index): Item => ({ array, arrayIndex, ...item, before: array.items.length - 1 - index })),
  );
  return inOrder(items);
}

/** The items that stay longest come first. */
function inOrder(items: Item[]): Item[] {
  return items.sort((a, b) => a.before - b.before || a.arrayIndex - b.arrayIndex);
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
