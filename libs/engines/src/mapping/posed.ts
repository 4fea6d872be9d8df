import type { EngineLimits } from '../entry/entry';
import { FailedAnswer, failed } from '../question/answer';
import { BoolQuestion, ChoiceQuestion, defaultEscape, Question, ScoreQuestion } from '../question/question';
import { shownOrder } from './shown-order';

/** A question with the order and texts in which a dialect sends it. Its answer is read with the same order. */
export type Posed =
  | { type: 'bool'; question: BoolQuestion; yes: string; no: string }
  | {
      type: 'choice';
      question: ChoiceQuestion;
      /** Index of the option at each position; the index after the last option is the escape. */
      order: number[];
      /** Texts by position. An option without description is described by its value, since its alias means nothing. */
      texts: string[];
    }
  | { type: 'score'; question: ScoreQuestion; /** Ascending by value. */ levels: ScoreQuestion['levels'] };

/** @param seed hash of document and version; it decides the order in which options are shown */
export function pose(question: Question, seed: string): Posed {
  if (question.type === 'bool') {
    const { criteria } = question;
    const { yes = '', no = '' } = typeof criteria === 'string' ? { yes: criteria } : (criteria ?? {});
    return { type: 'bool', question, yes, no };
  }
  if (question.type === 'score') {
    return { type: 'score', question, levels: [...question.levels].sort((a, b) => a.value - b.value) };
  }
  const texts = question.options.map(({ value, description }) => description || value);
  texts.push(question.escapeDescription || defaultEscape);
  const order = shownOrder(seed, question.question, texts.length);
  return { type: 'choice', question, order, texts: order.map((index) => texts[index]) };
}

/** The failure of a question that is over the engine's limits and is not sent; null when it fits. */
export function overLimit(question: Question, limits: EngineLimits): FailedAnswer | null {
  if (question.type === 'choice' && question.options.length + 1 > limits.options) {
    return failed('engine_rejected', `The engine takes ${limits.options} options with the escape.`);
  }
  if (question.type === 'score' && question.levels.length > limits.levels) {
    return failed('engine_rejected', `The engine takes ${limits.levels} levels.`);
  }
  return null;
}

/** The question and its criteria as one text, for choice and score. */
export function instructionsOf({ question, criteria }: ChoiceQuestion | ScoreQuestion): string {
  return criteria ? `${question}\n${criteria}` : question;
}

/** The alias of a question or an option, since a tenant's name may be `__proto__`, empty, or a number that would sort. */
export function aliasOf(kind: 'q' | 'o', position: number): string {
  return `${kind}${position}`;
}

/** The position of an alias among `count`; null for any other text. */
export function positionOf(kind: 'q' | 'o', alias: unknown, count: number): number | null {
  const match = typeof alias === 'string' ? /^([qo])(0|[1-9]\d{0,4})$/.exec(alias) : null;
  const position = match?.[1] === kind ? Number(match[2]) : count;
  return position < count ? position : null;
}
