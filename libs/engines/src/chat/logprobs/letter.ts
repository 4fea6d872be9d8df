import type { ChatSettings } from '../../entry/entry';
import type { Question } from '../../question/question';

/** Labels of options and levels: single letters, which are one token each for every model. */
const letters = 'ABCDEFGHIJKLMNOPQRST';

/** Alternatives left for something else than the labels: the model's other words, and one label in another spelling. */
const spared = 2;

/**
 * Whether a question is answered by its first token: a yes/no question, or one whose options (without the escape) or levels
 * leave two alternatives of the token for something else. Of 20 alternatives these are 18 options.
 */
export function isLettered(
  question: Question,
  { reads, alternatives }: Pick<ChatSettings, 'reads' | 'alternatives'>,
): boolean {
  if (reads !== 'logprobs') return false;
  if (question.type === 'bool') return true;
  return (question.type === 'choice' ? question.options : question.levels).length <= alternatives - spared;
}

export function letterOf(place: number): string {
  return letters[place];
}

/** The spellings of the first letters, as `massOf` compares them. */
export function letterSpellings(count: number): string[][] {
  return Array.from({ length: count }, (_, place) => [letterOf(place).toLowerCase()]);
}
