import { Earlier, isSettled } from './answer';
import type { Question } from './question';

/** Which questions an attempt asks: those without an answer, and all that belong together with one of them. */
export function openQuestions(questions: readonly Pick<Question, 'together'>[], earlier: Earlier): boolean[] {
  const isOpen = questions.map((_, index) => !isSettled(earlier[index]));
  const again = new Set(questions.flatMap(({ together }, index) => (isOpen[index] ? [together] : [])));
  return questions.map(({ together }, index) => isOpen[index] || (together !== undefined && again.has(together)));
}
