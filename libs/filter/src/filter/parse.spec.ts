import { Problem } from '@app/problem';
import fc from 'fast-check';
import { allPaths, filterOn } from '../agreement/arbitrary';
import { formatPath, parsePath } from '../path/filter-path';
import { conditions } from './filter';
import { filterPaths, parseAppliesTo, parseFilter } from './parse';
import type { ParseOptions } from './parse';
import type { JudgmentShape } from '../path/shape';

const options: ParseOptions = { pointer: '/filter', allow: { answers: true, within: true } };
const shape = { type: 'choice', thresholds: ['t'], options: ['a', 'x.y'], levels: [] } as const;
const composite = {
  type: 'bool',
  thresholds: [],
  options: [],
  levels: [],
  features: ['total'],
  parts: ['one'],
} as const;
const shapes: Record<string, JudgmentShape> = { team: shape, late: composite };
const known = (judgment: string) => shapes[judgment];

function refusal(json: unknown, more: Partial<ParseOptions> = {}) {
  try {
    parseFilter(json, { ...options, ...more });
  } catch (thrown) {
    if (thrown instanceof Problem) return [thrown.code, thrown.details.reason, thrown.details.path];
    throw thrown;
  }
  return 'accepted';
}
const invalid = (reason: string, path: string) => ['invalid_request', reason, path];
const nest = (depth: number): unknown => (depth === 1 ? { id: 'a' } : { not: nest(depth - 1) });

describe('parseFilter', () => {
  it('accepts the grammar, and its paths parse back from their spelling [DOC-04]', () => {
    fc.assert(
      fc.property(filterOn(allPaths), (json) => {
        const filter = parseFilter(json, options);
        for (const { path } of conditions(filter)) expect(parsePath(formatPath(path), '')).toEqual(path);
        expect(filterPaths(filter).every((path) => allPaths.includes(path))).toBe(true);
      }),
    );
  });

  it.each([
    [[], 'bad_filter', '/filter'],
    [null, 'bad_filter', '/filter'],
    [{ 'attributes.a': {} }, 'bad_filter', '/filter/attributes.a'],
    [{ 'attributes.a': null }, 'bad_filter', '/filter/attributes.a'],
    [{ 'attributes.a': { like: 'x' } }, 'unknown_field', '/filter/attributes.a/like'],
    [{ 'attributes.a': { gt: true } }, 'bad_filter', '/filter/attributes.a/gt'],
    [{ 'attributes.a': { in: 'x' } }, 'bad_filter', '/filter/attributes.a/in'],
    [{ 'attributes.a': { in: ['x', null] } }, 'bad_filter', '/filter/attributes.a/in/1'],
    [{ 'attributes.a': { in: Array(1_001).fill(1) } }, 'bad_length', '/filter/attributes.a/in'],
    [{ 'attributes.a': { within: 'soon' } }, 'bad_duration', '/filter/attributes.a/within'],
    [{ 'attributes.a': { exists: 'yes' } }, 'bad_filter', '/filter/attributes.a/exists'],
    [{ created_at: { gte: 'yesterday' } }, 'bad_timestamp', '/filter/created_at/gte'],
    [{ created_at: { gte: '0000-01-01T00:00:00Z' } }, 'bad_timestamp', '/filter/created_at/gte'],
    [{ updated_at: { in: ['0001-01-01T00:00:00+01:00'] } }, 'bad_timestamp', '/filter/updated_at/in/0'],
    [{ created_at: { prefix: '2026' } }, 'bad_filter', '/filter/created_at/prefix'],
    [{ any: { id: 'a' } }, 'bad_filter', '/filter/any'],
    [{ all: [{ nope: 1 }] }, 'bad_path', '/filter/all/0/nope'],
    [{ 'images.front': 'x' }, 'bad_path', '/filter/images.front'],
    [{ 'answers.team': 1 }, 'bad_path', '/filter/answers.team'],
    [{ 'answers.team.nope': 1 }, 'bad_path', '/filter/answers.team.nope'],
    [{ 'answers.team.p': 1 }, 'unknown_path', '/filter/answers.team.p'],
    [{ 'answers.other.p': 1 }, 'unknown_path', '/filter/answers.other.p'],
    [{ 'answers.team.thresholds.u': true }, 'unknown_path', '/filter/answers.team.thresholds.u'],
    [{ 'answers.team.features.f': 1 }, 'unknown_path', '/filter/answers.team.features.f'],
    [{ 'answers.team.dist.b': 1 }, 'unknown_path', '/filter/answers.team.dist.b'],
    [{ 'answers.late.features.sum': 1 }, 'unknown_path', '/filter/answers.late.features.sum'],
    [{ 'answers.late.parts.two': 1 }, 'unknown_path', '/filter/answers.late.parts.two'],
    [{ 'answers.late.features': 1 }, 'bad_path', '/filter/answers.late.features'],
    [{ 'answers.late.parts.one.p': 1 }, 'bad_path', '/filter/answers.late.parts.one.p'],
    [nest(9), 'bad_filter', `/filter${'/not'.repeat(8)}`],
    [{ all: Array.from({ length: 101 }, () => ({ id: 'a' })) }, 'bad_filter', '/filter/all/100/id'],
  ])('refuses %j with its path [DOC-12]', (json, reason, path) => {
    expect(refusal(json, { known })).toEqual(invalid(reason, path));
  });

  it('accepts filters at the limits [DOC-12]', () => {
    const full = { 'attributes.a': { in: Array(1_000).fill(1) } };
    for (const json of [
      nest(8),
      full,
      { all: Array(100).fill({ id: 'a' }) },
      { 'answers.team.dist.x.y': 0.5 },
      { 'answers.late.features.total': { gte: 1 } },
      { 'answers.late.parts.one': { lt: 0.5 } },
    ]) {
      expect(refusal(json, { known })).toBe('accepted');
    }
  });

  it.each<[object, string, string]>([
    [{ nonsense: 1 }, 'answers.<judgment>.<field>', 'images.'],
    [{ 'answers.team': 1 }, 'escape_p, status', 'images.'],
    [{ 'answers.late.features.sum': 1 }, 'engine_version, features.total, parts.one.', 'images.'],
    [{ 'answers.team.p': 1 }, 'they have value, escape_p, dist.<option>', 'features'],
    [{ 'attributes.t': { within: '99999999999d' } }, 'at most `36500d`', 'images.'],
    [{ created_at: { gte: 'now' } }, 'such as 2026-03-04T09:30:00.000Z', 'images.'],
  ])('says of %j what to write in its place [defect W-L11] [defect E-L6]', (json, says, not) => {
    expect(() => parseFilter(json, { ...options, known })).toThrow(says);
    expect(() => parseFilter(json, { ...options, known })).not.toThrow(not);
  });

  it('says of an empty filter that it has no condition, and not what it holds for [defect W-L11]', () => {
    for (const json of [{ any: [] }, { not: {} }, {}]) {
      expect(() => parseFilter(json, { ...options, refuseEmpty: true })).toThrow('names no condition');
    }
  });

  it('bounds a filter in bytes [defect S-H4]', () => {
    const filter = (bytes: number) => ({ 'attributes.a': { in: Array(8).fill('x'.repeat(bytes / 8)) } });
    expect(refusal(filter(60_000), { maxBytes: 64 * 1024 })).toBe('accepted');
    expect(refusal(filter(66_000), { maxBytes: 64 * 1024 })).toEqual(invalid('bad_length', '/filter'));
    expect(refusal(filter(66_000))).toBe('accepted');
    expect(() => parseAppliesTo(filter(66_000), '/applies_to')).toThrow('at most 64 KiB');
    const numbers = { 'attributes.a': { in: Array(250).fill(1e308) } };
    expect(refusal(numbers, { maxBytes: 64 * 1024 })).toEqual(invalid('bad_length', '/filter'));
  });

  it('refuses answers and the time in applies_to, and an empty filter where it would match everything [DOC-12]', () => {
    expect(() => parseAppliesTo({ 'answers.team.value': 'a' }, '/applies_to')).toThrow('may not read answers');
    expect(() => parseAppliesTo({ created_at: { within: '1d' } }, '/applies_to')).toThrow('time');
    expect(parseAppliesTo({ 'attributes.a': 1, not: { 'state.b': { exists: true } } }, '')).toEqual([
      'attributes.a',
      'state.b',
    ]);
    expect(refusal({ all: [{}] }, { refuseEmpty: true })).toEqual(invalid('empty_filter', '/filter'));
    expect(refusal({})).toBe('accepted');
  });
});
