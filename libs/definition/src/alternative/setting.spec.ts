import { refusalOf } from '../reading/refusal.fake';
import { defaultAlternatives, isDefaultAlternatives, mergeAlternatives, parseAlternatives } from './setting';

const engines = [
  { name: 'jev' as const, version: 'current' },
  { name: 'gpt-6-luna' as const, version: 'current' },
];
const luna = { name: 'gpt-6-luna' as const, version: 'current' };
const retired = { name: 'jev' as const, version: '2025-01-01' };
const parse = (value: unknown) => parseAlternatives(value, engines, '/alternatives');
const current = { automatic: true, skip_engines: [retired], outcomes: { sources: ['posted'] } };
const merge = (patch: unknown) => mergeAlternatives(current, patch, engines, '/alternatives');

describe('the setting of alternatives', () => {
  it('has defaults [ALT-05] [ALT-23]', () => {
    expect(parse({})).toEqual({ automatic: false, skip_engines: [], outcomes: null });
    expect(isDefaultAlternatives(parse({ automatic: null, skip_engines: [], outcomes: null }))).toBe(true);
    expect(isDefaultAlternatives(parse({ outcomes: {} }))).toBe(false);
  });

  it('keeps times in UTC with milliseconds, whatever offset they came with [ALT-09] [GEN-03] [S-6]', () => {
    const outcomes = { sources: ['rule', 'posted'], since: '2026-01-01T00:00:00+01:00' };
    expect(parse({ outcomes, skip_engines: [luna] })).toEqual({
      automatic: false,
      skip_engines: [luna],
      outcomes: { ...outcomes, since: '2025-12-31T23:00:00.000Z' },
    });
  });

  it('is patched member by member, and null resets [JDG-27]', () => {
    expect(merge({})).toEqual(current);
    expect(merge(null)).toEqual(defaultAlternatives);
    expect(merge({ automatic: null })).toEqual({ ...current, automatic: false });
    expect(merge({ skip_engines: null, outcomes: null })).toEqual({
      automatic: true,
      skip_engines: [],
      outcomes: null,
    });
    expect(merge({ outcomes: { until: '2026-01-01T00:00:00Z' } })).toEqual({
      ...current,
      outcomes: { until: '2026-01-01T00:00:00.000Z' },
    });
  });

  it('keeps an engine that it had, whether or not it is still active [ALT-23]', () => {
    expect(merge({ skip_engines: [retired, luna] }).skip_engines).toEqual([retired, luna]);
    expect(refusalOf(() => parse({ skip_engines: [retired] }))).toMatchObject({ code: 'engine_version_unavailable' });
  });

  it.each([
    [{ auto: true }, 'unknown_field', '/alternatives/auto'],
    [[], 'bad_type', '/alternatives'],
    [{ automatic: 'yes' }, 'bad_type', '/alternatives/automatic'],
    [{ skip_engines: [{ name: 'gpt-9', version: 'current' }] }, 'unknown_engine', '/alternatives/skip_engines/0/name'],
    [{ skip_engines: [luna, luna] }, 'duplicate', '/alternatives/skip_engines/1'],
    [{ skip_engines: Array(17).fill(luna) }, 'bad_length', '/alternatives/skip_engines'],
    [{ outcomes: { sources: ['mail'] } }, 'bad_enum', '/alternatives/outcomes/sources/0'],
    [{ outcomes: { sources: ['rule', 'rule'] } }, 'duplicate', '/alternatives/outcomes/sources/1'],
    [{ outcomes: { since: 'monday' } }, 'bad_timestamp', '/alternatives/outcomes/since'],
    [{ outcomes: { from: 1 } }, 'unknown_field', '/alternatives/outcomes/from'],
  ])('refuses %j [ALT-23]', (value, reason, path) =>
    expect(refusalOf(() => parse(value)).details).toMatchObject({ reason, path }),
  );
});
