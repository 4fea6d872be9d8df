import { isObject } from '@app/json';
import { readTokens, reportedModel, untrusted } from '../dialect/reply';
import type { EngineEntry } from '../entry/entry';
import { readChoice } from '../mapping/choice';
import { probability } from '../mapping/number';
import { Posed, placeOf } from '../mapping/posed';
import { readScore } from '../mapping/score';
import { AskReply, RawAnswer, failed } from '../question/answer';
import { labelOf } from './request';

type Answer = Record<string, unknown>;

const wireType = { bool: 'predicate', choice: 'choice', score: 'score' } as const;

/**
 * Validates a 200's JSON and maps it back, part by part. Answers are found by their names and never by their places,
 * which the dialect leaves open.
 * @throws EngineFailure `bad_answer` when the reply as a whole cannot be trusted: no answers, one without the name that
 *         was sent, one nobody asked for, or two to one question
 */
export function readReply(
  json: unknown,
  posed: readonly Posed[],
  entry: EngineEntry,
  requestId: string | null,
): AskReply {
  if (!isObject(json) || !Array.isArray(json.answers)) throw untrusted('The reply holds no answers.', requestId);
  const answers = new Map<number, Answer>();
  for (const answer of json.answers) {
    const place = isObject(answer) ? placeOf('q', answer.name, posed.length) : null;
    if (place === null) throw untrusted('The reply answers a question that was not asked.', requestId);
    if (answers.has(place)) throw untrusted('The reply answers one question twice.', requestId);
    answers.set(place, answer);
  }
  return {
    answers: posed.map((question, place) => readAnswer(answers.get(place), question, entry.probability_step)),
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
    const items = byPlace(answer.probabilities, count, ({ value }) => placeOf('o', value, count));
    if (items === null) return failed('engine_bad_answer', `The probabilities are not those of ${count} options.`);
    const probabilities = items.map((item) => item.probability);
    return readChoice({ probabilities, chosen: placeOf('o', answer.choice, count) }, posed.question, posed.order, step);
  }
  const { levels } = posed;
  const items = byPlace(answer.probabilities, levels.length, ({ value }) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < levels.length ? value : null,
  );
  if (items === null || levels.some((level, place) => items[place].label !== labelOf(level))) {
    return failed('engine_bad_answer', 'The levels are not those sent.');
  }
  return readScore({ probabilities: items.map((item) => item.probability), score: answer.score }, levels, step);
}

/** The items of a list in the order of the places they name; null unless each place is named once. */
function byPlace(list: unknown, count: number, placeOfItem: (item: Answer) => number | null): Answer[] | null {
  if (!Array.isArray(list) || list.length !== count) return null;
  const items = new Map<number, Answer>();
  for (const item of list) {
    const place = isObject(item) ? placeOfItem(item) : null;
    if (place === null || items.has(place)) return null;
    items.set(place, item);
  }
  return [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
}
