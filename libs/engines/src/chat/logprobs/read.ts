import { isThought } from './thought';
import { massOf } from './mass';
import { Alternative } from './alternative';
import { letterSpellings } from './letter';
import { readChoice } from '../../mapping/choice';
import type { Posed } from '../../mapping/posed';
import { readScore } from '../../mapping/score';
import { RawAnswer, failed } from '../../question/answer';

/** The answers of a yes/no question, in English since the instruction asks for them so. */
const sides = [
  ['yes', 'y'],
  ['no', 'n'],
];
/** What the answers asked for must hold of all mass; with less the model was about to write something else. */
const leastMass = 0.5;

/**
 * Reads an answer from the alternatives of the first token: each label's share of the mass of all labels.
 * @returns `engine_bad_answer` where the labels hold less than half of all mass
 */
export function readAlternatives(alternatives: readonly Alternative[], posed: Posed): RawAnswer {
  const count = posed.type === 'bool' ? 2 : posed.type === 'choice' ? posed.order.length : posed.levels.length;
  const masses = massOf(alternatives, posed.type === 'bool' ? sides : letterSpellings(count));
  const sum = masses.reduce((all, mass) => all + mass, 0);
  if (sum < leastMass) return failed('engine_bad_answer', wordsOfMiss(alternatives, sum));
  const probabilities = masses.map((mass) => mass / sum);
  if (posed.type === 'bool') return { type: 'bool', p: probabilities[0] };
  if (posed.type === 'choice') {
    const chosen = probabilities.indexOf(Math.max(...probabilities));
    return readChoice({ probabilities, chosen }, posed.question, posed.order, null);
  }
  const score = probabilities.reduce((mean, p, index) => mean + p * index, 0);
  return readScore({ probabilities, score }, posed.levels, null);
}

function wordsOfMiss(alternatives: readonly Alternative[], sum: number): string {
  if (isThought(alternatives)) return 'The model began to think; switch its reasoning off.';
  return `The answers asked for hold ${sum.toFixed(2)} of the probability of the first token.`;
}
