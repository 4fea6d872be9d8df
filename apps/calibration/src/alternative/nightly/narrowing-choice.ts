import { AskedRow } from '../quote/priced-labels';

/** At most so many narrowings are asked, each of which saves at least this share of the version's units. */
export const maxNarrowings = 8;
export const leastSaving = 0.05;

/**
 * The narrowings that are worth asking, those that save most first.
 * @param versionUnits units of the version's question about each label; null where its context is gone
 * @param asksLeft asks that the month's bound leaves
 */
export function chosenNarrowings(
  rows: readonly AskedRow[],
  versionUnits: readonly (number | null)[],
  asksLeft: number,
): AskedRow[] {
  const ranked = rows
    .map((row) => ({ row, saving: savingOf(row, versionUnits) }))
    .filter(({ saving }) => saving >= leastSaving)
    .sort((a, b) => b.saving - a.saving || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, maxNarrowings);
  let left = asksLeft;
  return ranked.flatMap(({ row }) => {
    if (row.asks.length > left) return [];
    left -= row.asks.length;
    return [row];
  });
}

/** What a narrowing saves per answer on the labels that it is asked about, as a share of the version's units. */
function savingOf({ asks }: AskedRow, versionUnits: readonly (number | null)[]): number {
  let own = 0;
  let version = 0;
  for (const { label, units } of asks) {
    own += units;
    version += versionUnits[label] ?? units;
  }
  // In billionths: one twentieth less must be 0.05, and 1 - 0.95 may be a little below it.
  return version === 0 ? 0 : Math.round((1 - own / version) * 1e9) / 1e9;
}
