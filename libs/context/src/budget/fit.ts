import type { ArraySpan, Layout } from '../rendering/layout';
import { type Cut, CutList } from './cut';
import { cutItems } from './cut-items';
import { cutTexts } from './cut-texts';
import { Sheet } from './sheet';

export interface Fitted {
  /** The lines of each layout that are left. */
  lines: string[][];
  /** Exact number of tokens of the lines with their line breaks; at most the limit. */
  tokens: number;
  cuts: Cut[];
}

/**
 * Fits the layouts of sections together into a number of tokens (docs/contract.md#6-context-recipe). It drops the oldest
 * items of arrays, then the ends of the longest texts, and then fields from the end of the last section on.
 */
export function fit(layouts: readonly Layout[], limit: number): Fitted {
  const sheet = new Sheet(joined(layouts), limit);
  const cuts = new CutList();
  cutItems(sheet, cuts);
  if (sheet.isOver) cutTexts(sheet, cuts);
  if (sheet.isOver) cutFields(sheet, cuts);
  let end = 0;
  const lines = layouts.map(({ entries }) => sheet.keptLines(end, (end += entries.length)));
  return { lines, tokens: sheet.costOfRange(0, sheet.entries.length), cuts: cuts.toArray() };
}

/** The entries of layouts one after the other. */
function joined(layouts: readonly Layout[]): Layout {
  const whole: Layout = { entries: [], arrays: [] };
  for (const { entries, arrays } of layouts) {
    const offset = whole.entries.length;
    const items = (array: ArraySpan) =>
      array.items.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
    whole.arrays = [...whole.arrays, ...arrays.map((array) => ({ ...array, items: items(array) }))];
    whole.entries = [...whole.entries, ...entries];
  }
  return whole;
}

function cutFields(sheet: Sheet, cuts: CutList): void {
  const kept = sheet.keptIndexes();
  let sum = 0;
  let last = kept.findIndex((index) => (sum += sheet.cost(index)) > sheet.limit);
  while (last > 0 && sheet.entries[kept[last - 1]].isLabel) last -= 1;
  const dropped = kept.slice(last);
  for (const index of dropped) sheet.drop(index, index + 1);
  const values = dropped.filter((index) => !sheet.entries[index].isLabel);
  cuts.add(sheet.entries[values[0]].path, 'fields', values.length);
}
