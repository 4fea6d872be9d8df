import type { EngineAnswer, EngineQuestion } from '@app/contracts/engines';
import type { BoolCriteria, Question, RawAnswer } from '@app/engines';
import { logit } from '@app/statistics';
import { createHash } from 'node:crypto';

/** Names a question by all that an ask says of it, so that the ask finds what was learnt for its judgment. */
export function questionKey({ type, question, criteria, options, escape, levels }: EngineQuestion): string {
  const sides = typeof criteria === 'object' && criteria !== null ? [criteria.true, criteria.false] : criteria;
  const parts = [
    type,
    question,
    sides,
    options?.map(({ value, description }) => [value, description]),
    escape,
    levels?.map(({ value, description }) => [value, description]),
  ];
  const text = JSON.stringify(parts, (_key, value: unknown) => (value === undefined ? null : value));
  return createHash('sha256').update(text).digest('hex');
}

/** The classes of a question, in the order of a head's columns: no and yes, the options and the escape (''), the levels. */
export function classesOf({ type, options = [], levels = [] }: EngineQuestion): string[] {
  if (type === 'bool') return ['false', 'true'];
  if (type === 'choice') return [...options.map(({ value }) => value), ''];
  return levels.map(({ value }) => String(value));
}

/** The question in the terms of the engines' library. */
export function toQuestion({ type, question, criteria, options = [], escape, levels = [] }: EngineQuestion): Question {
  if (type === 'bool') return { type, question, ...(criteria ? { criteria: sidesOf(criteria) } : {}) };
  const text = typeof criteria === 'string' ? { criteria } : {};
  return type === 'choice'
    ? { type, question, ...text, options, escapeDescription: escape }
    : { type, question, ...text, levels };
}

function sidesOf(criteria: NonNullable<EngineQuestion['criteria']>): BoolCriteria {
  return typeof criteria === 'string' ? criteria : { yes: criteria.true, no: criteria.false };
}

/** Log odds of an answer as a head reads them: of yes, or of each class less their mean; null of a failed answer. */
export function baseOf(answer: RawAnswer, classes: readonly string[]): number[] | null {
  if (answer.type === 'failed') return null;
  if (answer.type === 'bool') return [logit(answer.p)];
  const shareOf = (name: string) =>
    name === '' && answer.type === 'choice' ? answer.escape_p : (answer.dist[name] ?? 0);
  const logs = classes.map((name) => Math.log(Math.max(1e-6, shareOf(name))));
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  return logs.map((one) => one - mean);
}

const none: EngineAnswer = {
  failure: null,
  p: null,
  value: null,
  dist: null,
  escape_p: null,
  score: null,
  normalized: null,
  order: null,
};

/** The library's answer as an extension gives it. */
export function toAnswer(answer: RawAnswer): EngineAnswer {
  if (answer.type === 'failed') return { ...none, failure: answer.reason };
  if (answer.type === 'bool') return { ...none, p: answer.p };
  const { value, dist } = answer;
  if (answer.type === 'score') return { ...none, value, dist, score: answer.score, normalized: answer.normalized };
  return { ...none, value, dist, escape_p: answer.escape_p, order: answer.order.map((option) => option ?? '') };
}

/** Probabilities of a question's classes as an extension's answer. */
export function answerOf({ type, levels = [] }: EngineQuestion, classes: readonly string[], read: Float64Array) {
  if (type === 'bool') return { ...none, p: read[1] };
  let top = 0;
  read.forEach((share, k) => (top = share > read[top] ? k : top));
  const named = classes.flatMap((name, k) => (name === '' ? [] : [[name, read[k]] as const]));
  // Names come from tenants: never a member of Object's prototype.
  const dist = Object.assign(Object.create(null) as Record<string, number>, Object.fromEntries(named));
  if (type === 'choice') {
    return { ...none, value: classes[top] || null, dist, escape_p: read[classes.indexOf('')], order: [...classes] };
  }
  const values = levels.map(({ value }) => value);
  const score = values.reduce((sum, value, k) => sum + value * read[k], 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return { ...none, value: values[top], dist, score, normalized: (score - low) / (high - low) };
}
