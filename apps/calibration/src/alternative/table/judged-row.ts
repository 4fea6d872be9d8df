import { AlternativeVerdict } from '@app/contracts/calibration';
import { RowVerdict, correctionOf, criticalGain, verdictOf } from '@app/statistics';
import { RowComparison } from '../../figure/compare-row';
import { RowScore } from '../score/row-score';
import { monthOf } from './month';
import { TableRow, TableState } from './state';

/** The score of a row in its month. */
export interface CountedScore {
  score: RowScore;
  comparison: RowComparison;
  found: RowVerdict;
  /** The number that its p is multiplied by. */
  correction: number;
}

/** A row with what it claims now. */
export interface JudgedRow {
  row: TableRow;
  verdict: AlternativeVerdict;
  /** Its score of this month; null for an unscored row and for one without labels. */
  counted: CountedScore | null;
  /** What there is of this month, also of a narrowing with too few labels for a verdict. */
  score: RowScore | null;
}

/** The claims of all rows, deleted ones too, in the order given. */
export function judgedRows(state: TableState): JudgedRow[] {
  const scored = correctedFor(state);
  // The rest of an open run counts already: else its first rows would claim what its last ones take back.
  const family = Math.max(1, scored + (state.run?.rowsLeft ?? 0));
  return state.rows.map((row) => judgedRow(row, scoreOfMonth(row, state.nowMs), family));
}

/**
 * Engine and named alternatives scored this month. The rows and their number are read one after the other, so a row that was
 * scored in between is counted here.
 */
export function correctedFor({ rows, nowMs, month }: TableState): number {
  const shown = rows.filter((row) => row.inK && scoreOfMonth(row, nowMs) !== null).length;
  return Math.max(month.scored, shown);
}

/** A score of an earlier month no longer counts: the row reads unscored until it is scored again. */
function scoreOfMonth({ score }: TableRow, nowMs: number): RowScore | null {
  return score !== null && monthOf(score.scoredAtMs) === monthOf(nowMs) ? score : null;
}

function judgedRow(row: TableRow, score: RowScore | null, family: number): JudgedRow {
  if (score === null) return { row, verdict: 'unscored', counted: null, score };
  const { comparison, inLaterRun } = score;
  if (comparison === null) return { row, verdict: row.inK ? 'untested' : 'unscored', counted: null, score };
  const basis = { scored: family, inLaterRun, inK: row.inK };
  const found = verdictOf(comparison.statistic, basis);
  // A narrowing is no worse or worse; with too few labels for that it waits for more.
  if (!row.inK && found.verdict === 'untested') return { row, verdict: 'unscored', counted: null, score };
  return {
    row,
    verdict: found.verdict,
    counted: { score, comparison, found, correction: correctionOf(basis) },
    score,
  };
}

/** The least gain that the test of a scored row could have called better, in nats; null with fewer than two documents. */
export function couldDetect({ comparison, correction }: CountedScore): number | null {
  const { units, effective = units, standardError, guard } = comparison.statistic;
  return units < 2 ? null : criticalGain(effective, standardError * Math.sqrt(effective), guard, correction);
}
