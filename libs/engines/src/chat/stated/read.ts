import { isObject } from '@app/json';
import { readChoice } from '../../mapping/choice';
import { probability } from '../../mapping/number';
import { Posed, aliasOf, positionOf } from '../../mapping/posed';
import { readScore } from '../../mapping/score';
import { RawAnswer, failed } from '../../question/answer';
import { maxStated } from './schema';

/** Stated probabilities add up roughly: a model that is far from 1 did not mean probabilities. */
const leastSum = 0.5;
const mostSum = 1.5;

/** The answers in a reply of the form of `replySchema`, question by question. Lists are normalised to a sum of 1. */
export function readStated(reply: Record<string, unknown>, posed: readonly Posed[]): RawAnswer[] {
  const answers = new Map<string, unknown>(Object.entries(reply));
  return posed.map((each, index) => readAnswer(answers.get(aliasOf('q', index)), each));
}

function readAnswer(answer: unknown, posed: Posed): RawAnswer {
  if (!isObject(answer)) return failed('engine_bad_answer', 'The answer is missing.');
  if (posed.type === 'bool') {
    const p = probability(answer.p_yes);
    return p === null ? notIn01() : { type: 'bool', p };
  }
  const given = new Map<string, unknown>(Object.entries(answer));
  if (posed.type === 'score') {
    const probabilities = normalised(posed.levels.map((_, index) => given.get(`l${index}`)));
    if (probabilities === null) return notIn01();
    const score = probabilities.reduce((mean, p, index) => mean + p * index, 0);
    return readScore({ probabilities, score }, posed.levels, null);
  }
  const count = posed.order.length;
  const probabilities =
    count <= maxStated + 1
      ? normalised(posed.order.map((_, place) => given.get(aliasOf('o', place))))
      : spread(given.get('likeliest'), count);
  if (probabilities === null) return notIn01();
  const chosen = probabilities.indexOf(Math.max(...probabilities));
  return readChoice({ probabilities, chosen }, posed.question, posed.order, null);
}

function notIn01(): RawAnswer {
  return failed(
    'engine_bad_answer',
    'The stated probabilities are incomplete, outside 0 to 1, or far from a sum of 1.',
  );
}

function normalised(values: readonly unknown[]): number[] | null {
  const given = values.map(probability);
  if (given.some((p) => p === null)) return null;
  const numbers = given.map(Number);
  const sum = numbers.reduce((all, p) => all + p, 0);
  return sum < leastSum || sum > mostSum ? null : numbers.map((p) => p / sum);
}

/**
 * Probabilities of all options where a model stated those of the likeliest: what these leave of 1 is shared equally by the
 * others, each below the least that was stated.
 */
function spread(likeliest: unknown, count: number): number[] | null {
  if (!Array.isArray(likeliest) || likeliest.length === 0 || likeliest.length > count) return null;
  const stated = new Map<number, number>();
  for (const item of likeliest) {
    const place = isObject(item) ? positionOf('o', item.option, count) : null;
    const p = isObject(item) ? probability(item.p) : null;
    if (place === null || p === null || stated.has(place)) return null;
    stated.set(place, p);
  }
  const sum = [...stated.values()].reduce((all, p) => all + p, 0);
  if (sum < leastSum || sum > mostSum) return null;
  const others = count - stated.size;
  const share = others === 0 ? 0 : Math.min(Math.max(0, 1 - sum) / others, Math.min(...stated.values()) / 2);
  const whole = sum + share * others;
  return Array.from({ length: count }, (_, place) => (stated.get(place) ?? share) / whole);
}
