import { AlternativesTable } from '@app/contracts/calibration';
import { CountedScore, JudgedRow } from './judged-row';
import { savingOf } from './order';

/** A narrowing is suggested from this saving per answer on. */
export const leastSaving = 0.2;

/** The row that outcomes prefer to the version. */
export interface Preference {
  suggestion: NonNullable<AlternativesTable['suggestion']>;
  row: JudgedRow;
  /** Its place in the table, from 1. */
  number: number;
  counted: CountedScore;
}

/** The better row of least loss; without one, the cheapest of the narrowings that are cheaper and no worse. */
export function preferenceOf(rows: readonly JudgedRow[]): Preference | null {
  const shown = rows.filter(({ row }) => !row.isDeleted);
  const better = leastBy(
    shown.filter(({ verdict }) => verdict === 'better'),
    ({ counted }) => counted?.comparison.heldOut.log_loss ?? Infinity,
  );
  if (better) return preferring(better, 'better', shown);
  const cheaper = leastBy(
    shown.filter((one) => isCheap(one) && keepsQuality(one)),
    (one) => -(savingOf(one) ?? 0),
  );
  return cheaper && preferring(cheaper, 'cheaper', shown);
}

/** Whether cheaper narrowings there are, but each of them answers worse. */
export function accuracyWouldDrop(rows: readonly JudgedRow[]): boolean {
  const cheap = rows.filter(isCheap);
  return cheap.length > 0 && !cheap.some(keepsQuality);
}

function isCheap(row: JudgedRow): boolean {
  return (savingOf(row) ?? 0) >= leastSaving;
}

/** No worse by its losses, and accuracy falls by no more than one standard error or one point. */
function keepsQuality({ verdict, counted }: JudgedRow): boolean {
  if (verdict !== 'no_worse' || counted === null) return false;
  const { difference, standardError } = counted.comparison.statistic.accuracy;
  return -difference <= Math.max(standardError, 0.01);
}

function preferring(row: JudgedRow, because: 'better' | 'cheaper', shown: readonly JudgedRow[]): Preference | null {
  const { counted } = row;
  return counted && { suggestion: { id: row.row.id, because }, row, number: shown.indexOf(row) + 1, counted };
}

/** Of equal rows the first. */
function leastBy(rows: readonly JudgedRow[], of: (row: JudgedRow) => number): JudgedRow | null {
  return rows.reduce<JudgedRow | null>((least, row) => (least === null || of(row) < of(least) ? row : least), null);
}
