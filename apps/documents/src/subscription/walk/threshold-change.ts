import type { Threshold, Thresholds } from '@app/definition';

/** What a change of thresholds may move: answers with a number in a range, all answers, or all documents. */
export type MovedAnswers = { low: number; high: number } | 'all' | 'documents';

export interface ThresholdForm {
  type: 'bool' | 'choice' | 'score';
  /** Values of a score's levels, ascending. */
  levels: readonly number[];
}

interface NumberBound {
  side: 'gte' | 'lte';
  at: number;
}

/** Wider than the precision of comparisons, also after the rounding of `normalized`. */
const slack = 1e-6;

/** What a change of the named thresholds may move; null when none of them changed. */
export function movedAnswers(
  before: Thresholds,
  after: Thresholds,
  names: readonly string[],
  form: ThresholdForm,
): MovedAnswers | null {
  const own = (of: Thresholds, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined);
  return names
    .map((name) => [own(before, name), own(after, name)] as const)
    .filter(([was, is]) => !same(was, is))
    .map(([was, is]) => between(was, is, form))
    .reduce<MovedAnswers | null>((all, moved) => (all === null ? moved : wider(all, moved)), null);
}

function same(a: Threshold | undefined, b: Threshold | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (typeof a === 'number' || typeof b === 'number') return a === b;
  const of = (threshold: Exclude<Threshold, number>) => JSON.stringify(Object.entries(threshold).sort());
  return of(a) === of(b);
}

function between(before: Threshold | undefined, after: Threshold | undefined, form: ThresholdForm): MovedAnswers {
  // A threshold reads false for a document without an answer; a threshold that does not exist is missing there.
  if (before === undefined || after === undefined) return 'documents';
  const [first, second] = [numberBound(before, form), numberBound(after, form)];
  if (first?.side !== second?.side || first === undefined || second === undefined) return 'all';
  return { low: Math.min(first.at, second.at) - slack, high: Math.max(first.at, second.at) + slack };
}

/** A threshold as a bound of the answer's `number`; undefined when the threshold reads another number. */
function numberBound(threshold: Threshold, { type, levels }: ThresholdForm): NumberBound | undefined {
  if (typeof threshold === 'number') return type === 'bool' ? { side: 'gte', at: threshold } : undefined;
  if (!('field' in threshold) || threshold.field === 'escape_p' || type !== 'score') return undefined;
  const side = threshold.gte === undefined ? 'lte' : 'gte';
  const bound = threshold.gte ?? threshold.lte ?? 0;
  if (threshold.field === 'score') return { side, at: bound };
  const [min = 0, max = 0] = [levels[0], levels.at(-1)];
  return { side, at: min + bound * (max - min) };
}

function wider(a: MovedAnswers, b: MovedAnswers): MovedAnswers {
  if (typeof a === 'string') return b === 'documents' ? b : a;
  if (typeof b === 'string') return b;
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}
