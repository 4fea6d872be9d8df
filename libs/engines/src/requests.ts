import type { EngineEntry } from './entry/entry';
import { isLettered } from './chat/logprobs/letter';
import type { Earlier } from './question/answer';
import { openQuestions } from './question/open';
import type { Question } from './question/question';

/**
 * How many requests one attempt sends: with log probabilities one for each question that is asked by letters, else as many
 * as the engine's limits require.
 * @param earlier what the attempts before have brought; a chat model is asked only what is missing
 */
export function requestsOf(
  { batch, limits, chat }: Pick<EngineEntry, 'batch' | 'limits' | 'chat'>,
  questions: readonly Question[],
  earlier: Earlier = [],
): number {
  const perRequest = batch === 'single' ? 1 : limits.questions;
  if (chat === null) return Math.ceil(questions.length / perRequest);
  const isOpen = openQuestions(questions, earlier);
  const open = questions.filter((_, index) => isOpen[index]);
  const lettered = open.filter((question) => isLettered(question, chat)).length;
  return lettered + Math.ceil((open.length - lettered) / perRequest);
}
