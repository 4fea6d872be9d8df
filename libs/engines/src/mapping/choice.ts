import { ChoiceAnswer, Distribution, FailedAnswer, failed } from '../question/answer';
import type { ChoiceQuestion } from '../question/question';
import { epsilon, canVanish, isWhole, printedSum, probability } from './number';

/** An engine's answer to a choice, by the position at which options were shown. */
export interface PrintedChoice {
  /** One unchecked value for each position. */
  probabilities: readonly unknown[];
  /** The position of the option that the engine chose; null when it names none of those sent. */
  chosen: number | null;
}

/**
 * Reads the answer to a choice, strictly (docs/engines.md#reading-a-choice-back).
 * @param order index of the option at each position; the index after the last option is the escape
 * @param step  the engine's grid; null for full floats
 */
export function readChoice(
  { probabilities, chosen }: PrintedChoice,
  question: ChoiceQuestion,
  order: readonly number[],
  step: number | null,
): ChoiceAnswer | FailedAnswer {
  const printed: number[] = [];
  for (const [position, value] of probabilities.entries()) {
    const p = probability(value);
    if (p === null) return failed('engine_bad_answer', `The probability of o${position} is missing or outside 0 to 1.`);
    printed.push(p);
  }
  const sum = printedSum(printed, step);
  if (sum === 0 && canVanish(order.length, step)) {
    return failed('engine_no_signal', 'The engine printed 0 for every option, as its grid does with an even spread.');
  }
  if (!isWhole(sum, order.length, step)) return failed('engine_bad_answer', `The options sum to ${sum}.`);
  if (chosen === null) return failed('engine_bad_answer', 'The engine chose none of the options sent.');
  if (printed[chosen] < Math.max(...printed) - (step ?? 0) - epsilon) {
    return failed('engine_bad_answer', 'The engine chose an option that is not its likeliest.');
  }

  const shares = new Array<number>(order.length);
  order.forEach((index, position) => (shares[index] = printed[position] / sum));
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
