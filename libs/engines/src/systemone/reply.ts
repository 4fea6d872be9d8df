import { isObject } from '@app/json';
import { readTokens, reportedModel, untrusted } from '../dialect/reply';
import type { EngineEntry } from '../entry/entry';
import { readChoice } from '../mapping/choice';
import { probability } from '../mapping/number';
import { Posed, aliasOf, positionOf } from '../mapping/posed';
import { readScore } from '../mapping/score';
import { AskReply, RawAnswer, failed } from '../question/answer';
import { levelText } from './request';

const wireType = { bool: 'noul', choice: 'choice', score: 'score' } as const;

/**
 * Validates the JSON of a 200 and maps it to answers, question by question. Answers are read through a Map, so that a
 * hostile name such as `__proto__` is only a name.
 * @throws EngineFailure `bad_answer` when the reply as a whole cannot be trusted: it has no answers, or one to a question
 *   that was not sent, and may belong to another request
 */
export function readReply(
  json: unknown,
  posed: readonly Posed[],
  entry: EngineEntry,
  requestId: string | null,
): AskReply {
  if (!isObject(json) || !isObject(json.answers)) throw untrusted('The reply has no map of answers.', requestId);
  const answers = new Map<string, unknown>(Object.entries(json.answers));
  for (const name of answers.keys()) {
    if (positionOf('q', name, posed.length) === null) {
      throw untrusted('The reply answers a question that was not asked.', requestId);
    }
  }
  return {
    answers: posed.map((question, index) =>
      readAnswer(answers.get(aliasOf('q', index)), question, entry.probability_step),
    ),
    reportedModel: reportedModel(json.model, entry.model),
    tokens: readTokens(json.usage),
    requestId,
  };
}

function readAnswer(answer: unknown, posed: Posed, step: number | null): RawAnswer {
  if (!isObject(answer)) return failed('engine_bad_answer', 'The answer is missing.');
  if (answer.type !== wireType[posed.type]) return failed('engine_bad_answer', 'The answer is of another type.');
  if (posed.type === 'bool') {
    const p = probability(answer.noul);
    return p === null
      ? failed('engine_bad_answer', 'The probability is missing or outside 0 to 1.')
      : { type: 'bool', p };
  }
  const count = posed.type === 'choice' ? posed.order.length : posed.levels.length;
  const probabilities = byPosition(answer.probabilities, count, posed.type === 'choice' ? 'o' : '');
  if (probabilities === null)
    return failed('engine_bad_answer', `The reply does not have a probability for each of ${count} items.`);
  if (posed.type === 'choice') {
    const chosen = positionOf('o', answer.choice, count);
    return readChoice({ probabilities, chosen }, posed.question, posed.order, step);
  }
  const legend = byPosition(answer.legend, count, '');
  const isLegend = legend !== null && posed.levels.every((level, index) => legend[index] === levelText(level));
  if (!isLegend) return failed('engine_bad_answer', 'The legend does not repeat the levels sent.');
  return readScore({ probabilities, score: answer.score }, posed.levels, step);
}

/** The values of a map by the positions in its keys; null when it has another number of keys. */
function byPosition(map: unknown, count: number, prefix: string): unknown[] | null {
  if (!isObject(map)) return null;
  const given = new Map<string, unknown>(Object.entries(map));
  if (given.size !== count) return null;
  return Array.from({ length: count }, (_, position) => given.get(`${prefix}${position}`));
}
