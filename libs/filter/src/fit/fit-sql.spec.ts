import { parseFilter } from '../filter/parse';
import { toSql } from '../sql/to-sql';
import type { SqlJudgment } from '../sql/scope';
import { fitExpression } from './fit-sql';
import { calibratedValue } from './version-fit';
import type { VersionFit } from './version-fit';

const epoch = 'current+2026-01-01.1';
const platt = (a: number): VersionFit => ({
  version: 1,
  engineVersion: epoch,
  stored: { type: 'bool', map: { kind: 'platt', a, b: 0, floor: 0.005 } },
});
const judgmentOf = (fits: VersionFit[]): SqlJudgment => ({
  judgmentId: 'jdg_1',
  type: 'bool',
  thresholds: {},
  levels: [],
  appliesTo: null,
  fit: fitExpression(fits),
  activeVersion: 1,
  paused: false,
  circuitOpen: false,
  deferred: false,
});
const sqlOf = (fits: VersionFit[], filter: object) =>
  toSql(parseFilter(filter, { pointer: '', allow: { answers: true, within: true } }), {
    firstParam: 1,
    namespaceId: '1',
    judgment: () => judgmentOf(fits),
  });

describe('a filter on a calibrated probability', () => {
  it('becomes a bound on the raw number, which the index serves', () => {
    const { where, params } = sqlOf([platt(0.5)], { 'answers.late.calibrated.p': { gte: 0.75 } });
    expect(where).toMatch(/a1\.number >= \$\d+::float8 and a1\.number <= \$\d+::float8 and a1\.version = /);
    expect(where).not.toMatch(/exp|ln\(/);
    // sigma(z / 2) = 0.75 for z equal to twice the log odds of 0.75.
    const low = params.find((value) => typeof value === 'number' && value > 0.5 && value < 1);
    expect(low).toBeCloseTo(0.9, 6);
  });

  it('of a fit with decreasing order takes the numbers below', () => {
    const { params } = sqlOf([platt(-0.5)], { 'answers.late.calibrated.p': { gte: 0.75 } });
    expect(params.filter((value) => typeof value === 'number' && value < 1 && value > 0)).toEqual([
      expect.closeTo(0.1, 6),
    ]);
  });

  it('matches nothing without a fit, and reads null for another version or epoch [CAL-06]', () => {
    expect(sqlOf([], { 'answers.late.calibrated.p': { gte: 0 } }).where).toContain('null::float8');
    const answer = { number: 0.9, version: 1, engineVersion: epoch };
    const read = (others: object) => calibratedValue([platt(0.5)], { ...answer, ...others }, 'p');
    expect(read({})).toBeCloseTo(0.75, 9);
    expect([read({ version: 2 }), read({ engineVersion: 'other' }), read({ number: null })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
