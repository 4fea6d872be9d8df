import type { EngineLimits } from '../entry/entry';
import { FailedAnswer, failed } from '../question/answer';
import { BoolQuestion, ChoiceQuestion, defaultEscape, Question, ScoreQuestion } from '../question/question';
import { shownOrder } from './shown-order';

/** A question in the order and the texts in which a dialect sends it, which is what its answer is read back with. */
export type Posed =
  | { type: 'bool'; question: BoolQuestion; yes: string; no: string }
  | {
      type: 'choice';
      question: ChoiceQuestion;
      /** Index of the option shown at each place; the index past the options is the escape. */
      order: number[];
      /** Texts by place: an alias says nothing, so an option without description is described by its own name. */
      texts: string[];
    }
  | { type: 'score'; question: ScoreQuestion; /** Ascending by value. */ levels: ScoreQuestion['levels'] };

/** @param seed hash of document and version: decides the order in which options are shown */
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

/** The failure of a question that is over the engine's limits and so not worth sending; null when it fits. */
export function overLimit(question: Question, limits: EngineLimits): FailedAnswer | null {
  if (question.type === 'choice' && question.options.length + 1 > limits.options) {
    return failed('engine_rejected', `The engine takes ${limits.options} options, the escape included.`);
  }
  if (question.type === 'score' && question.levels.length > limits.levels) {
    return failed('engine_rejected', `The engine takes ${limits.levels} levels.`);
  }
  return null;
}

/** The question and what it says beside it, for choice and score. */
export function instructionsOf({ question, criteria }: ChoiceQuestion | ScoreQuestion): string {
  return criteria ? `${question}\n${criteria}` : question;
}

/** The alias of a question or an option: user names may be `__proto__`, empty, or numbers that JavaScript would sort. */
export function aliasOf(kind: 'q' | 'o', place: number): string {
  return `${kind}${place}`;
}

/** The place that an alias names; null for any other text. */
export function positionOf(kind: 'q' | 'o', alias: unknown, count: number): number | null {
  const match = typeof alias === 'string' ? /^([qo])(0|[1-9]\d{0,4})$/.exec(alias) : null;
  const place = match?.[1] === kind ? Number(match[2]) : count;
  return place < count ? place : null;
}
