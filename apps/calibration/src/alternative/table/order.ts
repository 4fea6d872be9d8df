import { JudgedRow } from './judged-row';

/** Engine and named alternatives first: automatic ones by what differs, named ones by time. Then narrowings by their saving. */
export function inOrder(rows: readonly JudgedRow[]): JudgedRow[] {
  return [...rows].sort((a, b) => groupOf(a) - groupOf(b) || within(a, b) || byText(a.row.id, b.row.id));
}

function groupOf({ row }: JudgedRow): number {
  if (!row.inK) return 2;
  return row.source === 'automatic' ? 0 : 1;
}

function within(a: JudgedRow, b: JudgedRow): number {
  if (!a.row.inK) return (savingOf(b) ?? -1) - (savingOf(a) ?? -1);
  if (a.row.source === 'named') return (a.row.namedAtMs ?? 0) - (b.row.namedAtMs ?? 0);
  return byText(a.row.differs.join(', '), b.row.differs.join(', '));
}

/** What a narrowing saves per answer, as a share of the version's cost; null for other rows and unscored ones. */
export function savingOf({ row, counted }: JudgedRow): number | null {
  if (row.inK || counted === null) return null;
  const { costPerAnswer, versionCostPerAnswer } = counted.score;
  if (costPerAnswer === null || versionCostPerAnswer === null || versionCostPerAnswer === 0) return null;
  // In billionths: one fifth less must be 0.2, and 1 - 0.8 is a little below it.
  return Math.round((1 - costPerAnswer / versionCostPerAnswer) * 1e9) / 1e9;
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
