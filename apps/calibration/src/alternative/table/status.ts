import { AlternativesReason, AlternativesStatus } from '@app/contracts/calibration';
import { JudgedRow } from './judged-row';
import { Preference, accuracyWouldDrop } from './preference';
import { TableState } from './state';

export interface TableStatus {
  status: AlternativesStatus;
  reason: AlternativesReason | null;
}

/**
 * How a table stands: the first that holds. What is unscored beside scored rows stands in `quote` alone.
 * @see docs/decisions/0093-a-table-says-what-its-reader-can-do.md
 */
export function statusOf(
  { basis, run, quote, setting, isBudgetPaused }: TableState,
  rows: readonly JudgedRow[],
  preference: Preference | null,
): TableStatus {
  const isScored = rows.some(({ row, score }) => row.inK && score !== null);
  const notRun = (reason: AlternativesReason): TableStatus => ({ status: 'not_run', reason });
  if (basis.kind === 'inherited' || basis.kind === 'composite') return notRun(basis.kind);
  if (basis.kind === 'no_fit') return notRun('too_few_outcomes');
  if (basis.kind === 'superseded') return { status: isScored ? 'none' : 'not_run', reason: 'superseded' };
  if (run) return run.waitsForBudget && !isScored ? notRun('budget_paused') : { status: 'running', reason: null };
  if (preference) return { status: 'ready', reason: null };
  const none: TableStatus = {
    status: 'none',
    reason: accuracyWouldDrop(shownOf(rows)) ? 'accuracy_would_drop' : 'nothing_better',
  };
  if (isScored) return none;
  if (quote?.status === 'quoting') return { status: 'quoting', reason: null };
  if (unscoredOf(rows).length > 0) {
    if (isBudgetPaused) return notRun('budget_paused');
    return notRun(setting.automatic ? 'awaiting_run' : 'awaiting_confirm');
  }
  return shownOf(rows).some(({ counted }) => counted !== null) ? none : notRun('nothing_to_score');
}

/** The rows of the reply. */
export function shownOf(rows: readonly JudgedRow[]): JudgedRow[] {
  return rows.filter(({ row }) => !row.isDeleted);
}

/** Engine and named alternatives that a confirmed run would score. */
export function unscoredOf(rows: readonly JudgedRow[]): JudgedRow[] {
  return shownOf(rows).filter(({ row, verdict }) => row.inK && verdict === 'unscored');
}
