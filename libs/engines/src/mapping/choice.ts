import { ChoiceAnswer, Distribution, FailedAnswer, failed } from '../question/answer';
import type { ChoiceQuestion } from '../question/question';
import { epsilon, canVanish, isWhole, printedSum, probability } from './number';

/** What an engine said to a choice, by place. */
export interface PrintedChoice {
  /** One value a place, as it came. */
  probabilities: readonly unknown[];
  /** The place named as chosen; null when it is none of those sent. */
  chosen: number | null;
}

/**
 * Reads a choice back, strictly (docs/engines.md#reading-a-choice-back).
 * @param order index of the option shown at each place; the index past the options is the escape
 * @param step  the engine's grid, null for full floats
 */
export function readChoice(
  said: PrintedChoice,
  question: ChoiceQuestion,
  order: readonly number[],
  step: number | null,
): ChoiceAnswer | FailedAnswer {
  const printed: number[] = [];
  for (const [place, value] of said.probabilities.entries()) {
    const p = probability(value);
    if (p === null) return failed('engine_bad_answer', `The probability of o${place} is missing or outside 0 to 1.`);
    printed.push(p);
  }
  const sum = printedSum(printed, step);
  if (sum === 0 && canVanish(order.length, step)) {
    return failed('engine_no_signal', 'Every option prints as 0 on the engine’s grid.');
  }
  if (!isWhole(sum, order.length, step)) return failed('engine_bad_answer', `Options sum to ${sum}.`);
  if (said.chosen === null) return failed('engine_bad_answer', 'The choice named is none of the options sent.');
  if (printed[said.chosen] < Math.max(...printed) - (step ?? 0) - epsilon) {
    return failed('engine_bad_answer', 'The choice named is not the likeliest option.');
  }

  const shares = new Array<number>(order.length);
  order.forEach((index, place) => (shares[index] = printed[place] / sum));
  const escape = question.options.length;
  const dist: Distribution = Object.create(null);
  let top = 0;
  question.options.forEach(({ value }, index) => {
    dist[value] = shares[index];
    if (shares[index] > shares[top]) top = index;
  });
  const value = shares[escape] > shares[top] ? null : question.options[top].value;
  const shown = order.map((index) => (index === escape ? null : question.options[index].value));
  return { type: 'choice', value, dist, escape_p: shares[escape], order: shown, printed };
}
