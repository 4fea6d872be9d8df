import type { Layout } from '../rendering/layout';
import { type Cut, CutList } from './cut';
import { cutItems } from './cut-items';
import { cutTexts } from './cut-texts';
import { Sheet } from './sheet';

export interface Fitted {
  lines: string[];
  /** Exact number of tokens of the lines with their line breaks; at most the limit. */
  tokens: number;
  cuts: Cut[];
}

/**
 * Fits a layout into a number of tokens (docs/contract.md#6-context-recipe). It drops the oldest items of arrays, then the
 * ends of the longest texts, and then fields from the end.
 */
export function fit(layout: Layout, limit: number): Fitted {
  const sheet = new Sheet(layout, limit);
  const cuts = new CutList();
  cutItems(sheet, cuts);
  if (sheet.isOver) cutTexts(sheet, cuts);
  if (sheet.isOver) cutFields(sheet, cuts);
  return { lines: sheet.keptLines(), tokens: sheet.costOfRange(0, sheet.entries.length), cuts: cuts.toArray() };
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
