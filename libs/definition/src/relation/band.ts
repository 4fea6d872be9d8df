import type { UpstreamAnswer } from './relation';

/** The part of an answer that a relation can read; null when there is none. */
export type UpstreamValue = number | string | null;

/** What stands in a context for an answer that is not there. */
export const notJudged = 'not judged';
/** What stands for a choice whose escape won. */
const noneOfThese = 'none of these';

/**
 * What a context shows of another judgment's answer: a band and never the number.
 * @param judged whether there is an answer; an answer whose `value` is null is a choice whose escape won
 */
export function bandText(answer: UpstreamAnswer, value: UpstreamValue, judged: boolean): string {
  if (!judged) return notJudged;
  if ('value' in answer) return typeof value === 'string' ? value : noneOfThese;
  if (typeof value !== 'number') return notJudged;
  if ('cut' in answer) return value >= answer.cut ? `${answer.cut} or more` : `below ${answer.cut}`;
  const { bands } = answer;
  const above = bands.filter((edge) => value >= edge).length;
  const [low, high] = [bands[above - 1], bands[above]];
  if (low === undefined) return `below ${high}`;
  return high === undefined ? `${low} or more` : `${low} to below ${high}`;
}
