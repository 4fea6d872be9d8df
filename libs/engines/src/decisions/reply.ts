import { isObject } from '@app/json';
import { readTokens, reportedModel, untrusted } from '../dialect/reply';
import type { EngineEntry } from '../entry/entry';
import { readChoice } from '../mapping/choice';
import { probability } from '../mapping/number';
import { Posed, positionOf } from '../mapping/posed';
import { readScore } from '../mapping/score';
import { AskReply, RawAnswer, failed } from '../question/answer';
import { labelOf } from './request';

type Answer = Record<string, unknown>;

const wireType = { bool: 'predicate', choice: 'choice', score: 'score' } as const;

/**
 * Validates the JSON of a 200 and maps it to answers, question by question. Answers are found by their names, since the
 * dialect leaves their order open.
 * @throws EngineFailure `bad_answer` when the reply as a whole cannot be trusted: it has no answers, one with a name that
 *   was not sent, or two to one question
 */
export function readReply(
  json: unknown,
  posed: readonly Posed[],
  entry: EngineEntry,
  requestId: string | null,
): AskReply {
  if (!isObject(json) || !Array.isArray(json.answers)) throw untrusted('The reply has no answers.', requestId);
  const answers = new Map<number, Answer>();
  for (const answer of json.answers) {
    const index = isObject(answer) ? positionOf('q', answer.name, posed.length) : null;
    if (index === null) throw untrusted('The reply answers a question that was not asked.', requestId);
    if (answers.has(index)) throw untrusted('The reply answers one question twice.', requestId);
    answers.set(index, answer);
  }
  return {
    answers: posed.map((question, index) => readAnswer(answers.get(index), question, entry.probability_step)),
    reportedModel: reportedModel(json.model, entry.model),
    tokens: readTokens(json.usage),
    requestId,
  };
}

function readAnswer(answer: Answer | undefined, posed: Posed, step: number | null): RawAnswer {
  if (answer === undefined) return failed('engine_bad_answer', 'The answer is missing.');
  if (answer.type === 'refusal') return failed('engine_refused', 'The engine refused to answer.');
  if (answer.type !== wireType[posed.type]) return failed('engine_bad_answer', 'The answer is of another type.');
  if (posed.type === 'bool') {
    const p = probability(answer.probability);
    return p === null
      ? failed('engine_bad_answer', 'The probability is missing or outside 0 to 1.')
      : { type: 'bool', p };
  }
  if (posed.type === 'choice') {
    const count = posed.order.length;
    const items = byPosition(answer.probabilities, count, ({ value }) => positionOf('o', value, count));
    if (items === null)
      return failed('engine_bad_answer', `The reply does not have a probability for each of ${count} options.`);
    const probabilities = items.map((item) => item.probability);
    return readChoice(
      { probabilities, chosen: positionOf('o', answer.choice, count) },
      posed.question,
      posed.order,
      step,
    );
  }
  const { levels } = posed;
  const items = byPosition(answer.probabilities, levels.length, ({ value }) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < levels.length ? value : null,
  );
  if (items === null || levels.some((level, index) => items[index].label !== labelOf(level))) {
    return failed('engine_bad_answer', 'The reply does not repeat the levels sent.');
  }
  return readScore({ probabilities: items.map((item) => item.probability), score: answer.score }, levels, step);
}

/** The items of a list in the order of the positions that they name; null unless each position is named once. */
function byPosition(list: unknown, count: number, positionOfItem: (item: Answer) => number | null): Answer[] | null {
  if (!Array.isArray(list) || list.length !== count) return null;
  const items = new Map<number, Answer>();
  for (const item of list) {
    const position = isObject(item) ? positionOfItem(item) : null;
    if (position === null || items.has(position)) return null;
    items.set(position, item);
  }
  return [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
}
