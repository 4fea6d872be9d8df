import { Problem } from '@app/problem';

/** The specification's size classes (Usage accounting): most tokens of context and question together, and what one judgment counts. */
export const sizeClasses = [
  { name: 'standard', maxTokens: 2_000, judgments: 1 },
  { name: 'large', maxTokens: 8_000, judgments: 4 },
  { name: 'extra_large', maxTokens: 32_000, judgments: 16 },
] as const;

export type SizeClass = (typeof sizeClasses)[number]['name'];

/** Most tokens that an engine reads for one question: context and question together. */
export const maxEngineTokens = 32_000;

/**
 * The class of one question.
 * @param tokens tokens of the compiled context plus those of the question's text
 * @throws Problem `too_large` above 32,000 tokens
 */
export function sizeClassOf(tokens: number): (typeof sizeClasses)[number] {
  const found = sizeClasses.find(({ maxTokens }) => tokens <= maxTokens);
  if (!found) {
    throw new Problem(
      'too_large',
      'Context and question pass 32,000 tokens: shorten the question or select fewer fields.',
      {
        limit: maxEngineTokens,
        tokens,
      },
    );
  }
  return found;
}
