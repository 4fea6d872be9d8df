import type { Threshold } from '@app/definition';
import { billionths } from '@app/definition';
import type { AddParam, SqlJudgment } from './scope';

/** A number in a jsonb map of an answer; null for other types. */
export function numberIn(map: string, key: string, param: AddParam): string {
  return numberAt(`${map} -> ${param(key)}::text`);
}

/** The answer of a composite's part, which stands in the column as `{<name>: {p}}`. */
export function partNumber(alias: string, part: string, param: AddParam): string {
  return numberAt(`${alias}.parts -> ${param(part)}::text -> 'p'`);
}

function numberAt(place: string): string {
  return `(case when jsonb_typeof(${place}) = 'number' then (${place})::float8 end)`;
}

/** `(score - min) / (max - min)` over the levels, in float8 as in memory. */
export function normalizedSql(levels: readonly number[], number: string, param: AddParam): string {
  const [min = 0, max = 0] = [levels[0], levels.at(-1)];
  if (max === min) return 'null::float8';
  return `((${number} - ${param(min)}::float8) / ${param(max - min)}::float8)`;
}

function numberOf(threshold: Threshold, judgment: SqlJudgment, alias: string, param: AddParam): string {
  if (typeof threshold === 'number') return judgment.type === 'bool' ? `${alias}.number` : 'null::float8';
  if ('feature' in threshold) return numberIn(`${alias}.features`, threshold.feature, param);
  if ('option' in threshold) return numberIn(`${alias}.dist`, threshold.option, param);
  if (threshold.field === 'escape_p') return `${alias}.escape_p`;
  if (judgment.type !== 'score') return 'null::float8';
  return threshold.field === 'score' ? `${alias}.number` : normalizedSql(judgment.levels, `${alias}.number`, param);
}

/**
 * More than a billionth, and more than two steps of a large double, so that the index can narrow the rows before the
 * exact comparison.
 */
function slackOf(bound: number): number {
  return Math.max(2e-9, Math.abs(bound) * 2 ** -50);
}

/**
 * `meets` in SQL. Null when the number is missing, which `thresholdsOf` takes for false. The first comparison uses the
 * index; the second is exact and has the same float8 steps as in memory.
 */
export function meetsSql(threshold: Threshold, judgment: SqlJudgment, alias: string, param: AddParam): string {
  const number = numberOf(threshold, judgment, alias, param);
  const bound = typeof threshold === 'number' ? { gte: threshold } : threshold;
  const clamped = `least(greatest(${number}, -1e200::float8), 1e200::float8)`;
  const exact = `case when ${number} is not null then floor(${clamped} * 1e9::float8 + 0.5::float8) end`;
  if (bound.gte !== undefined) {
    const coarse = `${number} >= ${param(bound.gte - slackOf(bound.gte))}::float8`;
    return `(${coarse} and ${exact} >= ${param(billionths(bound.gte))}::float8)`;
  }
  const lte = bound.lte ?? 0;
  const coarse = `${number} <= ${param(lte + slackOf(lte))}::float8`;
  return `(${coarse} and ${exact} <= ${param(billionths(lte))}::float8)`;
}
