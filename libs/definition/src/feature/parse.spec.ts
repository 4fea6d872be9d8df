import { parseParts } from '../part/parse';
import { parseFeatures as parseWith } from './parse';
import { refusalOf } from '../reading/refusal.fake';

const parseFeatures = (value: unknown, pointer: string) =>
  parseWith(value, pointer, () => ({ theirs: [], mine: [], judgments: [], answers: [] }));
const refusal = (act: () => unknown) => refusalOf(act).details;

describe('parseFeatures', () => {
  it('reads a number of a path, an age and the answer before, with normal paths [JDG-15] [JDG-29]', () => {
    const sent = [
      { name: 'amount', from: 'state."order"."a.b"' },
      { name: 'opened', age_of: 'created_at' },
      { name: 'waiting', age_of: 'attributes.since', unit: 'minutes' },
      { name: 'before', previous: 'p' },
      { name: 'total', of: 'orders', aggregate: 'sum', path: 'state."amount"' },
    ];
    expect(parseFeatures(sent, '/features')).toEqual([
      { name: 'amount', from: 'state.order."a.b"' },
      { name: 'opened', age_of: 'created_at', unit: 'days' },
      { name: 'waiting', age_of: 'attributes.since', unit: 'minutes' },
      { name: 'before', previous: 'p' },
      { name: 'total', of: 'orders', aggregate: 'sum', path: 'state.amount' },
    ]);
  });

  it('are at most 12 [JDG-15]', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `f${n}`, previous: 'p' }));
    expect(parseFeatures(many(12), '')).toHaveLength(12);
    expect(parseFeatures([], '')).toEqual([]);
    expect(refusal(() => parseFeatures(many(13), '/features'))).toMatchObject({
      path: '/features',
      reason: 'bad_bounds',
    });
  });

  it.each([
    ['x', '/features', 'bad_type'],
    [[5], '/features/0', 'bad_type'],
    [[{ name: 'a' }], '/features/0', 'missing_field'],
    [[{ name: 'a', from: 'state.n', previous: 'p' }], '/features/0', 'bad_bounds'],
    [[{ from: 'state.n' }], '/features/0/name', 'missing_field'],
    [[{ name: 'a.b', from: 'state.n' }], '/features/0/name', 'bad_name'],
    [[{ name: 'a', from: 'state.n', unit: 'days' }], '/features/0/unit', 'unknown_field'],
    [[{ name: 'a', from: 5 }], '/features/0/from', 'bad_type'],
    [[{ name: 'a', from: 'state' }], '/features/0/from', 'bad_path'],
    [[{ name: 'a', from: 'answers.j.p' }], '/features/0/from', 'path_not_allowed'],
    [[{ name: 'a', from: 'images.front' }], '/features/0/from', 'path_not_allowed'],
    [[{ name: 'a', from: 'id' }], '/features/0/from', 'path_not_allowed'],
    [[{ name: 'a', age_of: 'id' }], '/features/0/age_of', 'path_not_allowed'],
    [[{ name: 'a', age_of: 'state.at', unit: 'weeks' }], '/features/0/unit', 'bad_enum'],
    [[{ name: 'a', previous: 'score' }], '/features/0/previous', 'bad_enum'],
    [[{ name: 'a', of: 'r' }], '/features/0/aggregate', 'missing_field'],
    [[{ name: 'a', of: 'r', from: 'state.n' }], '/features/0', 'bad_bounds'],
    [['a', 'b', 'a'].map((name) => ({ name, previous: 'p' })), '/features/2/name', 'duplicate'],
  ])('refuses %j [JDG-15] [JDG-29]', (value, path, reason) => {
    expect(refusal(() => parseFeatures(value, '/features'))).toMatchObject({ path, reason });
  });
});

describe('parseParts', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `p${n}`, question: 'q' }));

  it('are 2 to 8, or 1 beside features [JDG-08] [JDG-09]', () => {
    expect(parseParts(many(2), '', 2)).toEqual(many(2));
    expect(parseParts(many(8), '', 2)).toHaveLength(8);
    expect(parseParts(many(1), '', 1)).toEqual(many(1));
    for (const [count, least] of [
      [0, 1],
      [0, 2],
      [1, 2],
      [9, 1],
      [9, 2],
    ] as const) {
      const details = refusal(() => parseParts(many(count), '/parts', least));
      expect(details).toMatchObject({ path: '/parts', reason: 'bad_bounds' });
    }
    expect(() => parseParts(many(1), '', 2)).toThrow('beside `features`');
  });

  it.each([
    ['x', '/parts', 'bad_type'],
    [[{ name: 'a' }, { name: 'b', question: 'q' }], '/parts/0/question', 'missing_field'],
    [[{ name: 'a', question: 'q' }, { question: 'q' }], '/parts/1/name', 'missing_field'],
    [
      [
        { name: 'a.b', question: 'q' },
        { name: 'c', question: 'q' },
      ],
      '/parts/0/name',
      'bad_name',
    ],
    [
      [
        { name: 'a', question: ' ' },
        { name: 'b', question: 'q' },
      ],
      '/parts/0/question',
      'bad_length',
    ],
    [
      [
        { name: 'a', question: 'x'.repeat(8_001) },
        { name: 'b', question: 'q' },
      ],
      '/parts/0/question',
      'bad_length',
    ],
    [['a', 'a'].map((name) => ({ name, question: 'q' })), '/parts/1/name', 'duplicate'],
    [
      [
        { name: 'a', question: 'q', type: 'bool' },
        { name: 'b', question: 'q' },
      ],
      '/parts/0/type',
      'unknown_field',
    ],
    [
      [
        { name: 'a', question: 'q', judgment: 'late' },
        { name: 'b', question: 'q' },
      ],
      '/parts/0/judgment',
      'unknown_field',
    ],
  ])('refuses %j [JDG-08] [JDG-12]', (value, path, reason) => {
    expect(refusal(() => parseParts(value, '/parts', 2))).toMatchObject({ path, reason });
  });
});
