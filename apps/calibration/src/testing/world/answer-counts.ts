import type { World } from '@app/testing/world';
import type { AnswerCounts } from '../../outcome/label/label-set';
import { answerCounts } from '../../population/answer-count';
import { worldNowMs } from './label-rows';

const thousandths = 1_000;
const bool = { type: 'bool' as const, options: [], levels: [], features: [], parts: [] };

/** Current answers by tenth and thousandth of their p, as documents counts them. */
export function answerCountsOf(reads: Iterable<number>): AnswerCounts {
  const bins = new Array<number>(thousandths + 1).fill(0);
  for (const p of reads) bins[Math.floor(thousandths * p + 1e-9)] += 1;
  return answerCounts(bool, bins, { sampled: false, countedAt: new Date(worldNowMs) });
}

/** Those of a world, as they are recorded. */
export function worldCounts({ answers }: World): AnswerCounts {
  return answerCountsOf(answers.map(({ p }) => p));
}
