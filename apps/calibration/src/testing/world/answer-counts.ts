import type { World } from '@app/testing/world';
import type { AnswerCounts } from '../../outcome/label/label-set';
import { answerCounts } from '../../population/answer-count';
import { worldNowMs } from './label-rows';

const thousandths = 1_000;
const bool = { type: 'bool' as const, options: [], levels: [], features: [], parts: [] };

/**
 * The current answers of a world by tenth and thousandth of p, as documents counts them; null for a composite judgment, whose labels
 * are read by what the combiner of their time said, and its answers by the fit's.
 */
export function answerCountsOf({ answers }: World): AnswerCounts | null {
  if (Object.keys(answers[0].parts).length > 0) return null;
  const bins = new Array<number>(thousandths + 1).fill(0);
  for (const { p } of answers) bins[Math.floor(thousandths * p + 1e-9)] += 1;
  return answerCounts(bool, bins, { sampled: false, countedAt: new Date(worldNowMs) });
}
