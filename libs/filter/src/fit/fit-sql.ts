import { directionOf, preimageOf } from '@app/statistics';
import type { Preimage, StoredFit } from '@app/statistics';
import type { Test } from '../filter/filter';
import type { CalibratedField } from '../path/filter-path';
import type { AddParam, FitExpression } from '../sql/scope';
import { choiceSql, scoreSql } from './class-sql';
import { inBillionthsSql, mapSql } from './map-sql';
import type { VersionFit } from './version-fit';
import { weightsSql } from './weights-sql';

type BoolFit = Extract<StoredFit, { type: 'bool' }>;

/** Fits of a judgment as SQL: the fit of its version and epoch reads an answer; without one the value is null. */
export function fitExpression(fits: readonly VersionFit[]): FitExpression {
  return {
    sql(field, alias, param) {
      const cases = fits.flatMap((fit) => {
        const value = valueSql(fit, field, alias, param);
        return value === null ? [] : [`when ${ownSql(fit, alias, param)} then ${value}`];
      });
      return cases.length === 0 ? null : `(case ${cases.join(' ')} end)`;
    },
    test(field, test, alias, param) {
      // Weights read more than the raw number, so no range of it answers for them.
      const maps = fits.flatMap(({ stored }) => (stored.type === 'bool' && !stored.weights ? [stored.map] : []));
      const isMonotone = maps.length === fits.length && maps.every((map) => directionOf(map) !== 0);
      const bounds = field === 'p' && isMonotone && fits.length > 0 ? boundsOf(test) : null;
      if (bounds === null) return null;
      const ranges = fits.map((fit, at) => rangeSql(fit, preimageOf(maps[at], ...bounds), alias, param));
      return `(${ranges.join(' or ')})`;
    },
  };
}

/** SQL condition for the answers that a fit reads. */
function ownSql({ version, engineVersion }: VersionFit, alias: string, param: AddParam): string {
  return `${alias}.version = ${param(version)}::int and ${alias}.epoch = ${param(engineVersion)}::text`;
}

function valueSql({ stored }: VersionFit, field: CalibratedField, alias: string, param: AddParam): string | null {
  if (stored.type === 'choice') return choiceSql(stored, field, alias, param);
  if (stored.type === 'score') return scoreSql(stored, field, alias, param);
  return field === 'p' ? boolSql(stored, alias, param) : null;
}

/** `least` and `greatest` ignore null, so a condition excludes missing numbers first. */
function boolSql({ map, weights }: BoolFit, alias: string, param: AddParam): string {
  const read = inBillionthsSql(weights ? weightsSql(weights, alias, param) : mapSql(map, `${alias}.number`, param));
  return `(case when ${alias}.number is not null then ${read} end)`;
}

/** A condition on the raw number, which its index serves. */
function rangeSql(fit: VersionFit, range: Preimage | null, alias: string, param: AddParam): string {
  if (range === null) return 'false';
  const within = `${alias}.number >= ${param(range.low)}::float8 and ${alias}.number <= ${param(range.high)}::float8`;
  return `(${within} and ${ownSql(fit, alias, param)})`;
}

const never = () => false;

/** Whether a value lies below or above the values that fulfil a comparison; null when it compares no number. */
function boundsOf(test: Test): [below: (value: number) => boolean, above: (value: number) => boolean] | null {
  if (!('value' in test) || typeof test.value !== 'number') return null;
  const bound = test.value;
  switch (test.op) {
    case 'gte':
      return [(value) => value < bound, never];
    case 'gt':
      return [(value) => value <= bound, never];
    case 'lte':
      return [never, (value) => value > bound];
    case 'lt':
      return [never, (value) => value >= bound];
    case 'eq':
      return [(value) => value < bound, (value) => value > bound];
    default:
      return null;
  }
}
