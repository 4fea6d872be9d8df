import { isObject } from '@app/json';

/** One token that a model could have written first, and how likely it was. */
export interface Alternative {
  token: string;
  /** In [0, 1]. */
  p: number;
}

/** Log probabilities above 0 by less than this are rounding of the server. */
const roundingLog = 1e-6;

/**
 * The alternatives of the first token of a chat completion, and the token that was written where the list leaves it out.
 * A log probability that is null, as servers write minus infinity, counts as 0.
 * @param logprobs the member `logprobs` of a choice
 * @returns null when there are none, or one that is no log probability
 */
export function firstAlternatives(logprobs: unknown): Alternative[] | null {
  const first: unknown = isObject(logprobs) && Array.isArray(logprobs.content) ? logprobs.content[0] : undefined;
  if (!isObject(first)) return null;
  const listed: unknown[] = Array.isArray(first.top_logprobs) ? first.top_logprobs : [];
  const alternatives: Alternative[] = [];
  for (const item of listed) {
    const alternative = read(item);
    if (alternative === null) return null;
    alternatives.push(alternative);
  }
  const written = read(first);
  if (written === null) return null;
  if (!alternatives.some(({ token }) => token === written.token)) alternatives.push(written);
  return alternatives;
}

function read(item: unknown): Alternative | null {
  if (!isObject(item) || typeof item.token !== 'string') return null;
  const { token, logprob } = item;
  if (logprob === null) return { token, p: 0 };
  if (typeof logprob !== 'number' || logprob > roundingLog) return null;
  return { token, p: Math.exp(Math.min(0, logprob)) };
}
