import { parseRelations } from './parse';
import type { ParseRelationWhere } from './relation';
import { parseUpstreamAnswers } from './upstream';
import { refusalOf } from '../reading/refusal.fake';

const parseWhere: ParseRelationWhere = (where) => ({
  theirs: Object.keys(where as object),
  mine: [],
  judgments: [],
  answers: [],
});
const join = { theirs: 'attributes.account', mine: 'id' };
const parse = (relations: unknown) => parseRelations(relations, '/related', parseWhere);
const one = (relation: unknown) => parse({ r: relation });

const refusal = (act: () => unknown) => refusalOf(act).details;

describe('parseRelations', () => {
  it('gives the normal form with defaults, which parses to itself [REL-16]', () => {
    const plain = one({ join, fields: ['state."text"'] });
    expect(plain).toEqual({
      r: {
        join,
        fields: ['state.text'],
        order_by: [{ path: 'created_at', direction: 'desc' }],
        last_n: 20,
      },
    });
    const full = parse({
      z: { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier', 'id'] },
      a: {
        join,
        fields: ['state.text'],
        where: { 'attributes.kind': 'message' },
        order_by: [{ path: 'attributes.sent' }, { path: 'id', direction: 'desc' }],
        last_n: 200,
        window: { at: 'created_at', within: '30d' },
      },
    });
    expect(Object.keys(full)).toEqual(['a', 'z']);
    expect(full.a?.order_by).toEqual([
      { path: 'attributes.sent', direction: 'asc' },
      { path: 'id', direction: 'desc' },
    ]);
    expect(parse(full)).toEqual(full);
    expect(parse({})).toEqual({});
  });

  it.each([
    [[], '/related', 'bad_type'],
    [Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`r${n}`, {}])), '/related', 'bad_bounds'],
    [{ 'a.b': { join, fields: ['id'] } }, '/related/a.b', 'bad_name'],
  ])('refuses %j [REL-16]', (relations, path, reason) => {
    expect(refusal(() => parse(relations))).toMatchObject({ path, reason });
  });

  it.each([
    [{ fields: ['id'] }, '/related/r/join', 'missing_field'],
    [{ join: { theirs: 'id' }, fields: ['id'] }, '/related/r/join/mine', 'missing_field'],
    [{ join: { theirs: 'state.a', mine: 'id' }, fields: ['id'] }, '/related/r/join/theirs', 'path_not_allowed'],
    [{ join: { theirs: 'id', mine: 'created_at' }, fields: ['id'] }, '/related/r/join/mine', 'path_not_allowed'],
    [{ join: { theirs: 'id', mine: 'attributes.a.b' }, fields: ['id'] }, '/related/r/join/mine', 'bad_path'],
    [{ join, fields: [] }, '/related/r/fields', 'bad_length'],
    [{ join, fields: Array.from({ length: 65 }, (_, n) => `state.f${n}`) }, '/related/r/fields', 'bad_length'],
    [{ join, fields: ['images.front'] }, '/related/r/fields/0', 'path_not_allowed'],
    [{ join, fields: ['answers.late.p'] }, '/related/r/fields/0', 'path_not_allowed'],
    [{ join, fields: ['id', 'id'] }, '/related/r/fields/1', 'duplicate'],
    [{ join, fields: ['id'], last_n: 0 }, '/related/r/last_n', 'bad_bounds'],
    [{ join, fields: ['id'], last_n: 201 }, '/related/r/last_n', 'bad_bounds'],
    [{ join, fields: ['id'], order_by: [] }, '/related/r/order_by', 'bad_length'],
    [{ join, fields: ['id'], order_by: [{ path: 'answers.j.p' }] }, '/related/r/order_by/0/path', 'path_not_allowed'],
    [
      { join, fields: ['id'], order_by: [{ path: 'id', direction: 'up' }] },
      '/related/r/order_by/0/direction',
      'bad_enum',
    ],
    [{ join, fields: ['id'], window: { at: 'id', within: '1d' } }, '/related/r/window/at', 'path_not_allowed'],
    [{ join, fields: ['id'], window: { at: 'created_at' } }, '/related/r/window/within', 'missing_field'],
    [{ join, fields: ['id'], where: 5 }, '/related/r/where', 'bad_type'],
    [{ join, fields: ['id'], depth: 2 }, '/related/r/depth', 'unknown_field'],
  ])('refuses the relation %j [REL-16]', (relation, path, reason) => {
    expect(refusal(() => one(relation))).toMatchObject({ path, reason });
  });

  it('may read nothing but answers [REL-06]', () => {
    const answers = [{ judgment: 'late', bands: [0.5] }];
    for (const fields of [{}, { fields: [] }]) {
      const parsed = one({ join, answers, ...fields });
      expect(parsed.r).toMatchObject({ fields: [], answers });
      expect(parse(parsed)).toEqual(parsed);
    }
  });
});

describe('parseUpstreamAnswers', () => {
  it('reads bands, a cut and the option of a choice [REL-06]', () => {
    const answers = [
      { judgment: 'late', bands: [0.3, 0.7] },
      { judgment: 'mood', field: 'normalized', cut: 0.5 },
      { judgment: 'team', value: true },
    ];
    expect(parseUpstreamAnswers(answers, '')).toEqual(answers);
  });

  it.each([
    [[], '', 'bad_length'],
    [[{ judgment: 'j' }], '/0', 'missing_field'],
    [[{ judgment: 'j', cut: 1, bands: [1] }], '/0', 'bad_bounds'],
    [[{ judgment: 'j', bands: [] }], '/0/bands', 'bad_bounds'],
    [[{ judgment: 'j', bands: Array.from({ length: 11 }, (_, n) => n) }], '/0/bands', 'bad_bounds'],
    [[{ judgment: 'j', bands: [0.7, 0.3] }], '/0/bands/1', 'bad_bounds'],
    [[{ judgment: 'j', bands: [0.3, 0.3] }], '/0/bands/1', 'bad_bounds'],
    [[{ judgment: 'j', cut: 'x' }], '/0/cut', 'bad_type'],
    [[{ judgment: 'j', value: false }], '/0/value', 'bad_type'],
    [[{ judgment: 'j', value: true, field: 'p' }], '/0/field', 'unknown_field'],
    [[{ judgment: 'j', cut: 1, field: 'value' }], '/0/field', 'bad_enum'],
    [[{ judgment: 'a.b', cut: 1 }], '/0/judgment', 'bad_name'],
    [
      [
        { judgment: 'j', cut: 1 },
        { judgment: 'j', bands: [1] },
      ],
      '/1/judgment',
      'duplicate',
    ],
  ])('refuses %j [REL-06]', (answers, path, reason) => {
    expect(refusal(() => parseUpstreamAnswers(answers, ''))).toMatchObject({ path, reason });
  });
});
