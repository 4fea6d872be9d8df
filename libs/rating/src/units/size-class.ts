import { Problem } from '@app/problem';

/** Size classes [BILL-02]: the maximum of tokens of context and question together, and how many judgments one answer counts. */
export const sizeClasses = [
  { name: 'standard', maxTokens: 2_000, judgments: 1 },
  { name: 'large', maxTokens: 8_000, judgments: 4 },
  { name: 'extra_large', maxTokens: 32_000, judgments: 16 },
] as const;

export type SizeClass = (typeof sizeClasses)[number]['name'];

/** Tokens of context and question together that an engine reads at most for one question. */
export const maxEngineTokens = 32_000;

/**
 * The size class of one question.
 * @param tokens tokens of the compiled context and of the question's text together
 * @throws Problem `too_large` above 32,000 tokens
 */
export function sizeClassOf(tokens: number): (typeof sizeClasses)[number] {
  const found = sizeClasses.find(({ maxTokens }) => tokens <= maxTokens);
  if (!found) {
    throw new Problem(
      'too_large',
      'Context and question have more than 32,000 tokens; shorten the question or select fewer fields.',
      {
        limit: maxEngineTokens,
        tokens,
      },
    );
  }
  return found;
}
