import type { ChatSettings, EngineEntry } from '../entry/entry';
import { Posed, overLimit, pose } from '../mapping/posed';
import type { Earlier } from '../question/answer';
import { openQuestions } from '../question/open';
import type { AskInput } from '../question/question';
import { isLettered } from './logprobs/letter';

/** Questions of one request. */
export interface Group {
  /** Their places in the ask. */
  indexes: number[];
  posed: Posed[];
  /** Whether the answer is the first token, and not stated. */
  isLettered: boolean;
}

/**
 * The requests of one attempt: what is asked by letters alone, what is stated together as far as the entry's `batch` allows.
 * @param answers what earlier attempts have brought; gets the failures of questions that are over a limit
 */
export function groupsOf(
  { batch, limits, chat }: Pick<EngineEntry, 'batch' | 'limits'> & { chat: ChatSettings },
  input: AskInput,
  answers: Earlier,
): Group[] {
  const isOpen = openQuestions(input.questions, answers);
  const groups: Group[] = [];
  const stated: [index: number, posed: Posed][] = [];
  input.questions.forEach((question, index) => {
    if (!isOpen[index]) return;
    const failure = overLimit(question, limits);
    if (failure !== null) {
      answers[index] = failure;
      return;
    }
    const posed = pose(question, input.seed);
    if (isLettered(question, chat)) groups.push({ indexes: [index], posed: [posed], isLettered: true });
    else stated.push([index, posed]);
  });
  const size = batch === 'single' ? 1 : limits.questions;
  for (let at = 0; at < stated.length; at += size) {
    const some = stated.slice(at, at + size);
    groups.push({ indexes: some.map(([index]) => index), posed: some.map(([, posed]) => posed), isLettered: false });
  }
  return groups;
}
