import type { Definition } from '../definition/definition';
import { normalForm } from '../definition/normal-form';
import { parseDefinition } from '../definition/parse';
import { refusalOf } from '../reading/refusal.fake';
import { mergeAlternative, parseAlternative } from './alternative';
import { alternativeId } from './alternative-id';
import { differencesOf } from './differences';

const engines = [
  { name: 'jev' as const, version: 'current' },
  { name: 'gpt-6-luna' as const, version: 'current' },
];
const context = { engines, parseAppliesTo: () => [], parseRelationWhere: () => noReads, pointer: '/definition' };
const noReads = { theirs: [], mine: [], judgments: [], answers: [] };
const parse = (body: object): Definition => parseDefinition(body, { ...context, pointer: '' });
const fields = { fields: ['state.text', 'state.log'] };
const common = { name: 'late', question: 'Late?', context: fields };
const bool = parse({ ...common, type: 'bool', criteria: { true: 'yes', false: 'no' }, horizon: '1d' });
const options = [{ value: 'a', description: 'first' }, { value: 'b' }];
const choice = parse({ ...common, type: 'choice', options, escape: { description: 'none' } });
const levels = [1, 5].map((value) => ({ value, description: `${value}` }));
const score = parse({ ...common, type: 'score', levels });
const related = { orders: { join: { theirs: 'attributes.c', mine: 'id' }, fields: ['state.x'] } };
const among = parse({
  ...common,
  type: 'choice',
  context: { ...fields, related },
  options: { from: 'orders', show: ['state.x'] },
});
const make = (active: Definition, body: unknown) => parseAlternative(active, body, context);

describe('an alternative', () => {
  it('is the active definition with the sent members, each replaced whole [ALT-31]', () => {
    const recipe = { fields: ['state.text'] };
    expect(make(bool, { question: 'Too late?', context: recipe })).toEqual({
      ...bool,
      question: 'Too late?',
      context: recipe,
    });
    expect(make(bool, { criteria: { true: 'yes' } })).toEqual({ ...bool, criteria: { true: 'yes' } });
    expect(make(bool, { criteria: null })).not.toHaveProperty('criteria');
    expect(make(choice, { escape: null })).toMatchObject({ escape: { description: 'none of the other options fits' } });
    expect(make(choice, { options: [{ value: 'a' }, { value: 'b', description: 'second' }] })).toMatchObject({
      options: [{ value: 'a' }, { value: 'b', description: 'second' }],
    });
    expect(make(score, { levels: levels.map((level) => ({ ...level, description: 'x' })) })).toBeDefined();
  });

  it('may be posted back as it is shown [ALT-31]', () => {
    const changes = [
      [bool, { question: 'Too late?', criteria: { false: 'never' } }],
      [bool, { question: 'Too late?', criteria: null }],
      [choice, { question: 'Which one?', escape: null }],
      [score, { question: 'How much?' }],
      [among, { question: 'Which order?' }],
    ] as const;
    for (const [active, body] of changes) {
      const row = make(active, body);
      const shown = JSON.parse(JSON.stringify(row)) as object;
      expect(normalForm(make(active, shown))).toBe(normalForm(row));
      expect(normalForm(parse(shown))).toBe(normalForm(row));
    }
  });

  it('keeps a member of any name apart from those of the object [ALT-22]', () => {
    const merged = mergeAlternative(bool, JSON.parse('{"__proto__": {"question": "x"}}') as object);
    expect(merged.question).toBe('Late?');
    const refused = refusalOf(() => make(bool, JSON.parse('{"__proto__": 1, "question": "x"}')));
    expect(refused.details).toMatchObject({ reason: 'unknown_field', path: '/definition/__proto__' });
  });

  it.each([
    [bool, { name: 'other' }, '/definition/name'],
    [bool, { type: 'score', levels }, '/definition/type'],
    [bool, { horizon: '2d' }, '/definition/horizon'],
    [bool, { horizon: null }, '/definition/horizon'],
    [bool, { applies_to: { 'attributes.a': 1 } }, '/definition/applies_to'],
    [bool, { features: [{ name: 'n', from: 'state.n' }] }, '/definition/features'],
    [bool, { parts: ['a', 'b'].map((name) => ({ name, question: name })) }, '/definition/parts'],
    [choice, { options: [...options, { value: 'c' }] }, '/definition/options'],
    [choice, { options: [{ value: 'a' }, { value: 'c' }] }, '/definition/options/1/value'],
    [score, { levels: [levels[0], { value: 6, description: '6' }] }, '/definition/levels/1/value'],
    [among, { options: { from: 'orders', show: ['id'] } }, '/definition/options'],
    [
      among,
      { context: { ...fields, related: { orders: { ...related.orders, last_n: 3 } } } },
      '/definition/context/related/orders',
    ],
  ])('of %# with %j is not comparable [ALT-42]', (active, body, path) => {
    const { code, details } = refusalOf(() => make(active, body));
    expect({ code, ...details }).toMatchObject({ code: 'invalid_request', reason: 'not_comparable', path });
  });

  it.each([[{}], [{ question: 'Late?' }], [{ horizon: '24h', engine: { name: 'jev', version: 'current' } }], [bool]])(
    'that is the active version is none: %j [ALT-22]',
    (body) =>
      expect(refusalOf(() => make(bool, body)).details).toMatchObject({ reason: 'no_difference', path: '/definition' }),
  );

  it.each([
    [{ question: null }, 'missing_field', '/definition/question'],
    [{ context: null }, 'missing_context', '/definition/context'],
    [{ context: { fields: ['images.a'] } }, 'images_not_read', '/definition/context/fields/0'],
    [{ from_starter: {} }, 'unknown_field', '/definition/from_starter'],
    [[], 'bad_type', '/definition'],
  ])('is parsed as a definition: %j [ALT-22]', (body, reason, path) =>
    expect(refusalOf(() => make(bool, body)).details).toMatchObject({ reason, path }),
  );

  it('has one id for one definition and a salt [ALT-19]', () => {
    const [salt, other] = ['s', 't'].map((text) => Buffer.from(text));
    const row = make(bool, { question: 'Too late?' });
    expect(alternativeId(salt, row)).toMatch(/^alt_[0-9a-f]{16}$/);
    expect(alternativeId(salt, make(bool, { ...row, horizon: '24h' }))).toBe(alternativeId(salt, row));
    expect(alternativeId(salt, bool)).not.toBe(alternativeId(salt, row));
    expect(alternativeId(other, row)).not.toBe(alternativeId(salt, row));
  });
});

describe('differences', () => {
  const luna = { name: 'gpt-6-luna', version: 'current' };
  it.each([
    [bool, { engine: luna }, ['engine: gpt-6-luna current']],
    [bool, { question: 'x', criteria: null }, ['question: "x"', 'criteria: none']],
    [bool, { criteria: { true: 'It is\nlate.' } }, ['criteria: "true: It is late."']],
    [bool, { question: `Is ${'very '.repeat(20)}late?` }, [`question: "Is ${'very '.repeat(15)}v…"`]],
    [bool, { context: { fields: ['state.text'] } }, ['context: without state.log']],
    [bool, { context: { ...fields, last_n: { 'state.log': 5 } } }, ['context: last_n state.log all → 5']],
    [
      bool,
      { context: { ...fields, window: { 'state.log': { at: 'at', within: '7d' } }, max_tokens: 500 } },
      ['context: window state.log all → 7d', 'context: max_tokens default → 500'],
    ],
    [
      bool,
      { context: { fields: ['state.log', 'state.text'], previous: { fields: ['state.text'] } } },
      ['context: with previous'],
    ],
    [bool, { context: { fields: ['state.log', 'state.text'] } }, ['context: another spelling']],
    [bool, { context: { ...fields, related } }, ['context: with related.orders']],
    [
      choice,
      { options: [{ value: 'a' }, { value: 'b' }], escape: null },
      ['descriptions of options', 'description of escape'],
    ],
    [score, { levels: [{ value: 1, description: 'one' }, levels[1]] }, ['descriptions of levels']],
  ])('of %# with %j are words that tell two rows apart [ALT-29] [ST-F11]', (active, body, words) =>
    expect(differencesOf(active, make(active, body))).toEqual(words),
  );
});
