import { tenthOf } from '@app/statistics';
import type { World } from '@app/testing/world';
import type { AnswerCounts } from '../../outcome/label/label-set';
import { worldNowMs } from './label-rows';

/**
 * The current answers of a world by tenth of p, as documents counts them; null for a composite judgment, whose labels are read by what
 * the combiner of their time said, and its answers by the fit's.
 */
export function answerCountsOf({ answers }: World): AnswerCounts | null {
  if (Object.keys(answers[0].parts).length > 0) return null;
  const counts = new Array<number>(10).fill(0);
  for (const { p } of answers) counts[tenthOf(p)] += 1;
  return { counts, sampled: false, countedAtMs: worldNowMs };
}
