import { BoolDefinition, Relation, defaultFreshness } from '@app/definition';
import { Stored, boolOf, nowMs, sampleOf } from '../../quote/evidence/sample.fake';
import { SampleEvidence } from '../../quote/evidence/evidence';
import { Warned } from './warned';
import { warningsOf } from './warning';

const plain: Omit<Warned, 'definition'> = {
  freshness: defaultFreshness,
  thresholds: {},
  probabilityStep: null,
  source: null,
  rollingLimit: null,
  upstream: new Map(),
  truncatedShare: 0,
  present: null,
};

/** Code and path of each warning about a definition, from a sample. */
function warned(definition: BoolDefinition, sampled: readonly Stored[], stored = sampled): string[] {
  return messages(definition, sampled, stored).map(({ code, path }) => `${code} ${path}`);
}
function messages(definition: BoolDefinition, sampled: readonly Stored[], stored = sampled) {
  const evidence = new SampleEvidence(definition, nowMs);
  evidence.add(sampleOf(definition, sampled, stored));
  return warningsOf({ ...plain, definition, evidence: evidence.found });
}
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

const newest = [{ path: 'created_at', direction: 'desc' as const }];
const tickets: Relation = {
  join: { theirs: 'attributes.account', mine: 'id' },
  fields: ['state.text'],
  order_by: newest,
  last_n: 20,
};
const related = (more: Partial<Relation> = {}, definition: Partial<BoolDefinition> = {}) =>
  boolOf({
    applies_to: { 'attributes.kind': 'account' },
    context: { fields: ['attributes.name'], related: { theirs: { ...tickets, ...more } } },
    ...definition,
  });
const account = (n: number): Stored => ({ id: `a${n}`, attributes: { kind: 'account', name: `n${n}` } });
const ticket = (n: number, more: Stored['attributes'] = {}, state: object = {}): Stored => ({
  id: `t${n}`,
  created_at: new Date(nowMs - n * 60_000).toISOString(),
  attributes: { kind: 'ticket', account: `a${n}`, ...more },
  state: { text: `t${n}`, ...state },
});
const accounts = (count: number) => many(count, account);
const place = '/context/related/theirs';

describe('relation_joins_nothing', () => {
  const code = `relation_joins_nothing ${place}`;
  const wrong = related({ join: { theirs: 'attributes.acount', mine: 'id' } });

  it('comes when none of 20 sampled documents joins one, and not of 19 [REL-F5]', () => {
    const stored = [...accounts(20), ...many(20, (n) => ticket(n))];
    expect(warned(wrong, accounts(20), stored)).toEqual([code]);
    expect(messages(wrong, accounts(20), stored)[0].message).toContain('0 of 20 sampled documents join one');
    expect(warned(wrong, accounts(19), stored)).toEqual([]);
  });

  it('does not come when 1 of 200 joins, and comes for a number joined with a text [REL-F5]', () => {
    expect(warned(related(), accounts(200), [...accounts(200), ticket(7)])).toEqual([]);
    const numbered = many(20, (n) => ({ id: `${n}`, attributes: { kind: 'account', name: 'x' } }));
    const stored = [...numbered, ...many(20, (n) => ticket(n, { account: n }))];
    expect(warned(related(), numbered, stored)).toEqual([code]);
  });

  it('comes with the path, when no document of the whole sample has one side of the join [REL-F5]', () => {
    const whole = [...accounts(20), ...many(20, (n) => ticket(n, { name: `t${n}` }))];
    const mistyped = related({ join: { theirs: 'attributes.acount', mine: 'id' } }, { applies_to: undefined });
    expect(warned(mistyped, whole)).toEqual([`field_not_found ${place}/join/theirs`, code]);
    const pointer = related({ join: { theirs: 'id', mine: 'attributes.acount' } }, { applies_to: undefined });
    expect(warned(pointer, whole)).toEqual([`field_not_found ${place}/join/mine`, code]);
  });
});

describe('field_not_found', () => {
  const stored = [
    ...accounts(2),
    ...many(2, (n) => ticket(n, { amount: 5, open: true }, { at: '2026-03-04T09:00:00Z' })),
  ];

  it('names each path of a relation that no related document has, from one on [REL-F5]', () => {
    const mistyped = related({
      fields: ['state.text', 'state.txt'],
      order_by: [{ path: 'attributes.amuont', direction: 'asc' }],
      where: { any: [{ 'attributes.open': true }, { 'attributes.opne': true }], not: { 'attributes.gone': true } },
      window: { at: 'state.sent', within: '1d' },
    });
    expect(warned(mistyped, [account(0)], stored)).toEqual([
      `field_not_found ${place}/fields/1`,
      `field_not_found ${place}/order_by/0/path`,
      `field_not_found ${place}/window/at`,
      `field_not_found ${place}/where/any/1/attributes.opne`,
    ]);
    const right = related({
      order_by: [{ path: 'attributes.amount', direction: 'asc' }],
      where: { 'attributes.open': true, 'attributes.closed_at': { exists: false } },
      window: { at: 'state.at', within: '1d' },
    });
    expect(warned(right, [account(0)], stored)).toEqual([]);
  });

  it('names the paths of features, and what a filter compares of the judged document [REL-F5]', () => {
    const features: BoolDefinition['features'] = [
      { name: 'total', of: 'theirs', aggregate: 'sum', path: 'attributes.amuont' },
      { name: 'right', of: 'theirs', aggregate: 'sum', path: 'attributes.amount' },
      { name: 'open', of: 'theirs', aggregate: 'share', where: { 'attributes.opne': true } },
      {
        name: 'same',
        of: 'theirs',
        aggregate: 'count',
        where: { 'attributes.amount': { gte: { mine: 'state.min' } } },
      },
      { name: 'size', from: 'state.size' },
      { name: 'age', age_of: 'state.born', unit: 'days' },
    ];
    expect(warned(related({}, { features }), [account(0)], stored)).toEqual([
      'field_not_found /features/0/path',
      'field_not_found /features/2/where/attributes.opne',
      'field_not_found /features/3/where/attributes.amount',
      'field_not_found /features/4/from',
      'field_not_found /features/5/age_of',
    ]);
  });

  it('says nothing of paths of related documents where none was seen and none can be in the sample [REL-F5]', () => {
    expect(warned(related({ fields: ['state.txt'] }), accounts(3))).toEqual([]);
  });
});

describe('context_often_empty', () => {
  const notes = (count: number, empty: number): Stored[] =>
    many(count, (n) => ({ id: `d${n}`, state: n < empty ? { log: [] } : { note: 'x' } }));

  it('comes from a fifth of 20 sampled documents on [REL-F5]', () => {
    const definition = boolOf({ context: { fields: ['state.note', 'state.log'] } });
    expect(warned(definition, notes(20, 4))).toEqual(['context_often_empty /context']);
    expect(warned(definition, notes(20, 3))).toEqual([]);
    expect(warned(definition, notes(19, 10))).toEqual([]);
  });

  it('does not come where related documents are read [REL-F5]', () => {
    const definition = related({}, { context: { fields: ['state.note'], related: { theirs: tickets } } });
    const sampled = accounts(20).map((one) => ({ ...one, state: { note: null } }));
    const stored = [...sampled, ...many(20, (n) => ticket(n))];
    expect(warned(definition, sampled, stored)).toEqual(['field_not_found /context/fields/0']);
  });
});

describe('time_not_read', () => {
  const log = (at: unknown, n: number): Stored => ({ id: `d${n}`, state: { note: 'x', log: [{ at, text: 'x' }] } });
  const windowed = boolOf({
    context: { fields: ['state.note', 'state.log'], window: { 'state.log': { at: 'at', within: '30d' } } },
  });
  const good = '2026-03-04T10:00:00+01:00';

  it('comes from a fifth of 20 sampled documents on, at the window of an array [F8]', () => {
    const of = (count: number, bad: number) => many(count, (n) => log(n < bad ? 1_772_616_600 : good, n));
    expect(warned(windowed, of(20, 4))).toEqual(['time_not_read /context/window/state.log/at']);
    expect(warned(windowed, of(20, 3))).toEqual([]);
    expect(warned(windowed, of(19, 19))).toEqual([]);
    expect(messages(windowed, of(20, 4))[0].message).toContain('In 4 of 20 sampled documents `at` of an element');
  });

  it.each([
    ['seconds since 1970', 1_772_616_600, true],
    ['a day', '2026-03-04', true],
    ['30 February', '2026-02-30T09:00:00Z', true],
    ['no zone', '2026-03-04T09:00:00', true],
    ['none', undefined, true],
    ['an offset', good, false],
    ['lower case', '2026-03-04t09:00:00z', false],
  ])('of %s: %s [F8]', (_, at, isUnread) => {
    const found = warned(
      windowed,
      many(20, (n) => log(at, n)),
    );
    expect(found).toEqual(isUnread ? ['time_not_read /context/window/state.log/at'] : []);
  });

  it('comes at ages, and at windows and `within` of relations and features that leave all out [F8]', () => {
    const features: BoolDefinition['features'] = [
      { name: 'age', age_of: 'attributes.born', unit: 'days' },
      { name: 'young', of: 'theirs', aggregate: 'count', window: { at: 'attributes.sent', within: '1d' } },
      { name: 'near', of: 'theirs', aggregate: 'count', where: { 'attributes.sent': { within: '1d' } } },
    ];
    const timed = related(
      { window: { at: 'attributes.sent', within: '1d' }, where: { 'state.at': { within: '7d' } } },
      { features },
    );
    const sampled = accounts(20).map((one) => ({ ...one, attributes: { ...one.attributes, born: 1_772_616_600 } }));
    const of = (sent: unknown) => [...sampled, ...many(20, (n) => ticket(n, { sent }, { at: sent }))];
    expect(warned(timed, sampled, of(1_772_616_600))).toEqual([
      `relation_joins_nothing ${place}`,
      `time_not_read ${place}/window/at`,
      `time_not_read ${place}/where/state.at`,
      'time_not_read /features/0/age_of',
      'time_not_read /features/1/window/at',
      'time_not_read /features/2/where/attributes.sent',
    ]);
    expect(warned(timed, sampled, of('2026-03-04T09:00:00Z'))).toEqual(['time_not_read /features/0/age_of']);
  });
});

describe('judges_related_documents', () => {
  const code = 'judges_related_documents /applies_to';
  const whole = [account(0), ticket(0)];

  it('comes when a related document is judged as well, from one on [REL-F5]', () => {
    expect(warned(related({}, { applies_to: undefined }), whole)).toEqual([code]);
    expect(messages(related({}, { applies_to: undefined }), whole)[0].message).toContain(
      '`t0`, which `theirs` reads beside `a0`, is judged itself',
    );
    const both = { 'attributes.kind': { in: ['account', 'ticket'] } };
    expect(warned(related({}, { applies_to: both }), whole)).toEqual([code]);
  });

  it('does not come where `applies_to` leaves it out, and of documents that share a key [REL-F5]', () => {
    expect(warned(related(), [account(0)], whole)).toEqual([]);
    const join = { theirs: 'attributes.account', mine: 'attributes.account' } as const;
    const twins = [ticket(0), { ...ticket(1), attributes: { account: 'a0', name: 'x' } }];
    expect(warned(related({ join }, { applies_to: undefined }), twins)).toEqual([]);
  });
});

describe('ties_in_last_n', () => {
  const code = `ties_in_last_n ${place}/last_n`;
  const imported = (count: number, more: object = {}) =>
    many(count, (n): Stored => ({ ...ticket(0), id: `t${n}`, created_at: new Date(nowMs).toISOString(), ...more }));

  it('comes when documents of one moment lie on both sides of the cut [REL-F10]', () => {
    const sampled = [account(0)];
    expect(warned(related({ last_n: 3 }), sampled, [...sampled, ...imported(4)])).toEqual([code]);
    expect(warned(related({ last_n: 4 }), sampled, [...sampled, ...imported(4)])).toEqual([]);
    const apart = imported(4).map((one, n) => ({ ...one, created_at: new Date(nowMs - n).toISOString() }));
    expect(warned(related({ last_n: 3 }), sampled, [...sampled, ...apart])).toEqual([]);
    const byText = { order_by: [{ path: 'state.text', direction: 'asc' as const }] };
    expect(warned(related({ last_n: 3, ...byText }), sampled, [...sampled, ...imported(4)])).toEqual([]);
  });
});

describe('warnings that need no sample', () => {
  const mood = boolOf({ name: 'mood' });
  const levels = [1, 5].map((value) => ({ value, description: 'x' }));
  const { question, horizon, engine, context } = mood;
  const upstream = new Map<string, Warned['definition']>([
    ['mood', mood],
    ['size', { name: 'size', type: 'score', question, horizon, engine, context, levels }],
  ]);
  const banded = (answers: Relation['answers']) => {
    const definition = related({ answers });
    return warningsOf({ ...plain, definition, upstream }).map(({ code, path }) => `${code} ${path}`);
  };

  it('say which edges no answer reaches: of p past 1, of a score past its levels [REL-F5]', () => {
    expect(banded([{ judgment: 'mood', bands: [30, 70] }])).toEqual([`bands_out_of_range ${place}/answers/0/bands`]);
    expect(
      banded([
        { judgment: 'mood', bands: [0.3, 0.7] },
        { judgment: 'size', cut: 6 },
      ]),
    ).toEqual([`bands_out_of_range ${place}/answers/1/cut`]);
    expect(banded([{ judgment: 'size', field: 'normalized', bands: [3] }])).toHaveLength(1);
    expect(
      banded([
        { judgment: 'size', bands: [1, 5] },
        { judgment: 'mood', cut: 1 },
      ]),
    ).toEqual([]);
  });

  it('say that a rolling limit of 0 fans nothing out, where judging would follow [REL-F5]', () => {
    const definition = boolOf({});
    const of = (rollingLimit: number | null, policy: Warned['freshness']['policy']) =>
      warningsOf({ ...plain, definition, rollingLimit, freshness: { ...plain.freshness, policy } });
    expect(of(0, 'on_change')).toMatchObject([{ code: 'fanout_never', path: '/freshness/fanout/rolling_limit' }]);
    expect([of(1, 'on_change'), of(null, 'on_change'), of(0, 'on_read')]).toEqual([[], [], []]);
  });
});
