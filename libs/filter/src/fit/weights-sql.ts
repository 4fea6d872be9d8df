import { mostDeviations } from '@app/statistics';
import type { FeatureWeight, PartWeight, StoredWeights } from '@app/statistics';
import type { AddParam } from '../sql/scope';
import { clipSql, sigmoidSql } from './map-sql';

/** Smaller numbers count as 0: they change no read by a billionth, and Postgres refuses products that underflow. */
const leastWeight = 1e-30;

/**
 * `readWeights` in SQL: the probability of yes for a row of answers with the columns `number`, `features` and `parts`
 * (jsonb, as answers carry them). Missing features and parts count as typical.
 * @param alias of the row; its `number` is not null where the weights have a slope
 */
export function weightsSql(weights: StoredWeights, alias: string, param: AddParam): string {
  const float = (value: number) => `${param(Math.abs(value) < leastWeight ? 0 : value)}::float8`;
  const logitSql = (p: string) => {
    const c = clipSql(p, weights.floor, param);
    return `ln(${c} / (1 - ${c}))`;
  };
  const own = weights.slope === null ? [] : [`${float(weights.slope)} * ${logitSql(`${alias}.number`)}`];
  const parts = weights.parts.map((part) => partSql(part, alias, param, { float, logitSql }));
  const features = weights.features
    .filter(({ sd }) => sd !== 0)
    .map((feature) => featureSql(feature, alias, param, float));
  return sigmoidSql([float(weights.intercept), ...own, ...parts, ...features].join(' + '));
}

interface Pieces {
  float: (value: number) => string;
  logitSql: (p: string) => string;
}

function partSql({ name, slope, typical }: PartWeight, alias: string, param: AddParam, pieces: Pieces): string {
  const given = `${alias}.parts -> ${param(name)}::text -> 'p'`;
  const { float, logitSql } = pieces;
  return `${float(slope)} * (case when jsonb_typeof(${given}) = 'number' then ${logitSql(`(${given})::float8`)}
    else ${float(typical)} end)`;
}

/** Clipped before the division, so that no number of a document leaves the range of a double. */
function featureSql(
  { name, coef, mean, sd }: FeatureWeight,
  alias: string,
  param: AddParam,
  float: Pieces['float'],
): string {
  const given = `${alias}.features -> ${param(name)}::text`;
  const most = sd * mostDeviations;
  const value = `least(greatest((${given})::float8, ${float(mean - most)}), ${float(mean + most)})`;
  const away = `(${value} - ${float(mean)})`;
  const scaled = `(case when abs(${away}) < ${param(sd * leastWeight)}::float8 then 0 else ${away} / ${float(sd)} end)`;
  return `${float(coef)} * (case when jsonb_typeof(${given}) = 'number' then ${scaled} else 0 end)`;
}
