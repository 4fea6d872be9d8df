import type { UpstreamAnswer } from './answer';

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

/** The numbers of an answer in force. */
export interface UpstreamNumbers {
  /** `p` of a bool, `score` of a score. */
  number: number | null;
  /** The option of a choice; null when its escape won. */
  value: string | null;
  escapeP: number | null;
  normalized: number | null;
}

/** What a context shows of an answer. @param numbers null where the document has no answer */
export function upstreamText(answer: UpstreamAnswer, numbers: UpstreamNumbers | null): string {
  return bandText(answer, numbers && valueRead(answer, numbers), numbers !== null);
}

function valueRead(answer: UpstreamAnswer, { number, value, escapeP, normalized }: UpstreamNumbers): UpstreamValue {
  if ('value' in answer) return value;
  if (answer.field === 'escape_p') return escapeP;
  return answer.field === 'normalized' ? normalized : number;
}

/** Whether what a context shows of an answer differs. Null stands for a document without an answer. */
export function bandMoved(
  answer: UpstreamAnswer,
  before: UpstreamNumbers | null,
  after: UpstreamNumbers | null,
): boolean {
  return upstreamText(answer, before) !== upstreamText(answer, after);
}
