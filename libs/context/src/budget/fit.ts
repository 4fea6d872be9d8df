import type { Layout } from '../rendering/layout';
import { type Cut, CutList } from './cut';
import { cutItems } from './cut-items';
import { cutTexts } from './cut-texts';
import { Sheet } from './sheet';

export interface Fitted {
  lines: string[];
  /** Tokens of the lines, each with its line break: exact, at most the limit. */
  tokens: number;
  cuts: Cut[];
}

/**
 * Fits a layout into so many tokens (docs/contract.md#6-context-recipe), dropping in order: oldest items of arrays, the
 * longest texts' tails, and, when even that is not enough, fields from the end.
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
