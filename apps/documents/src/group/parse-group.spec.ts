import { Problem } from '@app/problem';
import { GroupDefinition, parseGroup } from './parse-group';

const late = { type: 'bool' as const, thresholds: ['alarm'], options: [], levels: [], features: ['age'] };
const known = (name: string) => (name === 'late' ? late : undefined);
const group = (aggregate: object) => ({ key: 'attributes.seller', aggregates: { a: aggregate } });

function refusal(json: unknown): { reason?: string; path?: string } {
  try {
    parseGroup(json, known);
  } catch (error) {
    if (error instanceof Problem) return { reason: error.details.reason, path: error.details.path };
    throw error;
  }
  throw new Error('was accepted');
}

it('keeps paths in their normal form [GRP-05]', () => {
  const where = { 'answers.late.thresholds.alarm': true };
  const json = group({ aggregate: 'mean', path: 'answers.late.features.age', where });
  expect(parseGroup(json, known)).toEqual(json);
  expect(parseGroup(group({ aggregate: 'count', path: 'created_at' }), known)).toEqual(
    group({ aggregate: 'count', path: 'created_at' }),
  );
});

it('takes the path of a share that is stored with it, and no other [REL-F10]', () => {
  const where = { 'attributes.open': true };
  const stored = group({ aggregate: 'share', path: 'attributes.n', where }) as GroupDefinition;
  expect(parseGroup(stored, known, stored)).toEqual(stored);
  const other = group({ aggregate: 'share', path: 'attributes.m', where });
  expect(() => parseGroup(other, known, stored)).toThrow('takes no path');
});

it.each([
  ['a key that is no attribute', { ...group({ aggregate: 'count' }), key: 'state.x' }, 'path_not_allowed', '/key'],
  ['no key', { aggregates: { a: { aggregate: 'count' } } }, 'missing_field', '/key'],
  ['no aggregates', { key: 'attributes.s', aggregates: {} }, 'bad_bounds', '/aggregates'],
  [
    'too many aggregates',
    {
      key: 'attributes.s',
      aggregates: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`a${n}`, { aggregate: 'count' }])),
    },
    'bad_bounds',
    '/aggregates',
  ],
  [
    'a name that is none',
    { key: 'attributes.s', aggregates: { 'a b': { aggregate: 'count' } } },
    'bad_name',
    '/aggregates/a b',
  ],
  ['an unknown aggregate', group({ aggregate: 'median' }), 'bad_enum', '/aggregates/a/aggregate'],
  ['an unknown member', group({ aggregate: 'count', window: '1d' }), 'unknown_field', '/aggregates/a/window'],
  ['a sum without a path', group({ aggregate: 'sum' }), 'missing_field', '/aggregates/a/path'],
  [
    'a share with a path',
    group({ aggregate: 'share', path: 'attributes.n', where: { 'attributes.open': true } }),
    'unknown_field',
    '/aggregates/a/path',
  ],
  ['a share without a filter', group({ aggregate: 'share' }), 'missing_field', '/aggregates/a/where'],
  ['a sum of times', group({ aggregate: 'sum', path: 'created_at' }), 'path_not_allowed', '/aggregates/a/path'],
  ['an unknown judgment', group({ aggregate: 'max', path: 'answers.early.p' }), 'unknown_path', '/aggregates/a/path'],
  [
    'an unknown threshold',
    group({ aggregate: 'share', where: { 'answers.late.thresholds.x': true } }),
    'unknown_path',
    '/aggregates/a/where/answers.late.thresholds.x',
  ],
  [
    'a status',
    group({ aggregate: 'share', where: { 'answers.late.status': 'stale' } }),
    'path_not_allowed',
    '/aggregates/a/where',
  ],
  [
    'the time',
    group({ aggregate: 'share', where: { created_at: { within: '1d' } } }),
    'path_not_allowed',
    '/aggregates/a/where/created_at/within',
  ],
  ['an empty filter', group({ aggregate: 'count', where: {} }), 'empty_filter', '/aggregates/a/where'],
  ['images', group({ aggregate: 'count', path: 'images.front' }), 'bad_path', '/aggregates/a/path'],
])('refuses %s [GRP-05]', (_, json, reason, path) => {
  expect(refusal(json)).toEqual({ reason, path });
});
