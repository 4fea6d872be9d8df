import type { AnswerWeek } from '@app/contracts/calibration';
import { answersMoved } from '@app/statistics';
import type { AnswerWeekRow } from '../population/answer-week.store';

/** A week is compared with at most so many weeks before it. */
const comparedWeeks = 12;

/**
 * How the answers of each week lie beside those of the weeks before it, in the epoch of the last count. It needs no outcome, and says only
 * that answers changed: whether they are right is what labels say.
 * @param rows weeks of one version, oldest first
 * @param from the first week that is shown, such as `2026-11-16`
 */
export function answerWeeksOf(rows: readonly AnswerWeekRow[], from: string): AnswerWeek[] {
  const epoch = rows[rows.length - 1]?.engine_version;
  const own = rows.filter(({ engine_version }) => engine_version === epoch);
  return own
    .map(({ week, counted_at, sampled, counts }, at) => {
      const before = own.slice(Math.max(0, at - comparedWeeks), at).map((row) => row.counts);
      // Options of a version do not change; a row of another length is not comparable.
      const moved = answersMoved(
        counts,
        before.filter((row) => row.length === counts.length),
      );
      const n = counts.reduce((sum, one) => sum + one, 0);
      return { week, counted_at: counted_at.toISOString(), n, sampled, psi: moved?.psi ?? null, p: moved?.p ?? null };
    })
    .filter(({ week }) => week >= from);
}
