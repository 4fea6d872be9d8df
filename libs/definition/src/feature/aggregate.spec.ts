import type { BoolDefinition } from '../definition/definition';
import { aggregateSpecs, edgesOf } from '../definition/edges';
import { definitionHash } from '../definition/normal-form';
import { readPaths } from '../definition/read-paths';
import { refusalOf } from '../reading/refusal.fake';
import type { Join } from '../relation/edge';
import { newestFirst } from '../relation/parse';
import type { ParseRelationWhere, Relation } from '../relation/relation';
import { parseAggregate, refuseUnknownRelations } from './aggregate';
import { refuseUnshown } from './counted-answers';
import type { RelatedFeature } from './feature';

/** Takes the keys of a filter for its paths. */
const parseWhere: ParseRelationWhere = (where) => {
  const paths = Object.keys(where as object);
  const isAnswer = (path: string) => path.startsWith('answers.');
  const compared = Object.values(where as object).filter((value): value is { mine: string } => value?.mine);
  return {
    theirs: paths.filter((path) => !isAnswer(path)),
    mine: compared.map(({ mine }) => mine),
    judgments: paths.filter(isAnswer).map((path) => path.split('.')[1]),
    answers: paths.filter(isAnswer).flatMap((path) => {
      const [, judgment, ...field] = path.split('.');
      const tests = Object.entries((where as Record<string, object>)[path]);
      return tests.map(([op, operand]) => ({ judgment, field: field.join('.'), op, operand: operand as unknown }));
    }),
  };
};
const parse = (feature: object) => parseAggregate({ name: 'n', of: 'orders', ...feature }, '/f', parseWhere);

describe('a feature of related documents', () => {
  it('names a relation and an aggregate, in normal form [JDG-15] [JDG-29]', () => {
    expect(parse({ aggregate: 'count' })).toEqual({ of: 'orders', aggregate: 'count' });
    const where = { 'attributes.open': true };
    const window = { at: 'created_at', within: '30d' };
    expect(parse({ aggregate: 'sum', path: 'state."amount"', where, window })).toEqual({
      of: 'orders',
      aggregate: 'sum',
      path: 'state.amount',
      where,
      window,
    });
    for (const aggregate of ['mean', 'min', 'max', 'latest', 'count']) {
      expect(parse({ aggregate, path: 'attributes.amount' })).toMatchObject({ aggregate, path: 'attributes.amount' });
    }
    expect(parse({ aggregate: 'share', where })).toEqual({ of: 'orders', aggregate: 'share', where });
  });

  it.each([
    [{}, '/f/aggregate', 'missing_field'],
    [{ aggregate: 'median' }, '/f/aggregate', 'bad_enum'],
    [{ aggregate: 'count', of: 'a.b' }, '/f/of', 'bad_name'],
    [{ aggregate: 'count', unit: 'days' }, '/f/unit', 'unknown_field'],
    [{ aggregate: 'count', from: 'state.n' }, '/f/from', 'unknown_field'],
    [{ aggregate: 'sum' }, '/f/path', 'missing_field'],
    [{ aggregate: 'latest' }, '/f/path', 'missing_field'],
    [{ aggregate: 'sum', path: 5 }, '/f/path', 'bad_type'],
    [{ aggregate: 'sum', path: 'state' }, '/f/path', 'bad_path'],
    [{ aggregate: 'sum', path: 'created_at' }, '/f/path', 'path_not_allowed'],
    [{ aggregate: 'sum', path: 'images.front' }, '/f/path', 'path_not_allowed'],
    [{ aggregate: 'share' }, '/f/where', 'missing_field'],
    [{ aggregate: 'share', where: {}, path: 'attributes.open' }, '/f/path', 'unknown_field'],
    [{ aggregate: 'count', where: [] }, '/f/where', 'bad_type'],
    [{ aggregate: 'count', window: { at: 'created_at' } }, '/f/window/within', 'missing_field'],
    [{ aggregate: 'count', window: { at: 'id', within: '1d' } }, '/f/window/at', 'path_not_allowed'],
  ])('is refused as %j [JDG-15] [JDG-29]', (feature, path, reason) => {
    expect(refusalOf(() => parse(feature)).details).toMatchObject({ path, reason });
  });

  it.each([
    [{ aggregate: 'mean', path: 'answers.late.p' }, '/f/path', 'answers_never_summed'],
    [{ aggregate: 'count', path: 'answers.late.p' }, '/f/path', 'answers_never_summed'],
    [{ aggregate: 'sum', path: 'state.n', where: { 'answers.late.p': 1 } }, '/f/where', 'answers_never_summed'],
  ])('never sums answers: %j [REL-06]', (feature, path, reason) => {
    expect(refusalOf(() => parse(feature)).details).toMatchObject({ path, reason });
  });

  it('is refused over a relation that the recipe lacks [JDG-15]', () => {
    const features = [
      { name: 'a', from: 'state.n' },
      { name: 'b', of: 'orders', aggregate: 'count' as const },
    ];
    refuseUnknownRelations(features, { orders: {} }, '/features');
    for (const relations of [{}, { order: {} }]) {
      const { details } = refusalOf(() => refuseUnknownRelations(features, relations, '/features'));
      expect(details).toMatchObject({ path: '/features/1/of', reason: 'unknown_path' });
    }
  });
});

describe('answers that a feature counts', () => {
  const relation: Relation = {
    join: { theirs: 'attributes.account', mine: 'id' },
    fields: [],
    order_by: [...newestFirst],
    last_n: 20,
    answers: [
      { judgment: 'late', bands: [0.3, 0.7] },
      { judgment: 'mood', field: 'normalized', cut: 0.5 },
      { judgment: 'team', value: true },
    ],
  };
  const check = (where: object, aggregate: 'count' | 'share' = 'count') => {
    const feature = { name: 'n', of: 'orders', aggregate, where } as RelatedFeature;
    refuseUnshown(
      [{ name: 'a', from: 'state.n' }, feature],
      { orders: relation, bare: relation },
      '/features',
      parseWhere,
    );
  };

  it.each([
    [{ 'answers.late.p': { gte: 0.7 } }],
    [{ 'answers.late.p': { gte: 0.3, lt: 0.7 } }],
    [{ 'answers.mood.normalized': { lt: 0.5 }, 'attributes.open': true }],
    [{ 'answers.team.value': { eq: 'refund' } }],
  ])('are counted at an edge or an option that the relation shows: %j [REL-06] [JDG-16]', (where) => {
    expect(() => check(where)).not.toThrow();
    expect(() => check(where, 'share')).not.toThrow();
  });

  it.each([
    [{ 'answers.late.p': { gte: 0.5 } }],
    [{ 'answers.late.p': { gt: 0.7 } }],
    [{ 'answers.late.p': { eq: 0.7 } }],
    [{ 'answers.late.escape_p': { gte: 0.7 } }],
    [{ 'answers.late.features.n': { gte: 0.7 } }],
    [{ 'answers.mood.score': { gte: 0.5 } }],
    [{ 'answers.other.p': { gte: 0.7 } }],
    [{ 'answers.team.value': { ne: 'refund' } }],
    [{ 'answers.late.p': { gte: 0.7, exists: true } }],
  ])('are not counted by %j [REL-06]', (where) => {
    const details = { path: '/features/1/where', reason: 'answers_never_summed' };
    expect(refusalOf(() => check(where)).details).toMatchObject(details);
  });
});

describe('the edges of a definition with features of related documents', () => {
  const relation = (join: Join): Relation => {
    return { join, fields: ['state.text'], order_by: [...newestFirst], last_n: 20 };
  };
  const definition = (join: Join, ...features: Omit<RelatedFeature, 'name' | 'of'>[]): BoolDefinition => ({
    name: 'j',
    question: 'q',
    type: 'bool',
    horizon: '0s',
    engine: { name: 'jev', version: 'current' },
    context: { fields: ['state.note'], related: { orders: relation(join), others: relation(join) } },
    features: features.map((feature, n) => ({ name: `f${n}`, of: 'orders', ...feature })),
  });
  const entity = { theirs: 'attributes.account', mine: 'id' } as const;
  const pointer = { theirs: 'id', mine: 'attributes.customer' } as const;
  const sum: Omit<RelatedFeature, 'name' | 'of'> = {
    aggregate: 'sum',
    path: 'attributes.amount',
    window: { at: 'state.at', within: '1d' },
    where: { 'attributes.open': true, id: 'x', 'state.city': { mine: 'state.town' } },
  };

  it('have what the features read, at the relation of each [JDG-16] [JDG-17]', () => {
    const [orders, others] = edgesOf(definition(entity, sum), parseWhere);
    const read = ['attributes.amount', 'attributes.open', 'state.at', 'state.city'];
    expect(orders.paths).toEqual(['attributes.account', ...read, 'state.text'].sort());
    expect(others.paths).toEqual(['attributes.account', 'state.text']);
    expect(orders.where).toBeNull();
  });

  it('count that a document is there where its number does [JDG-17]', () => {
    const presence = (...features: Omit<RelatedFeature, 'name' | 'of'>[]) =>
      edgesOf(definition(pointer, ...features), parseWhere).map((edge) => edge.presence);
    expect(presence(sum)).toEqual([false, false]);
    expect(presence({ aggregate: 'count', path: 'state.n' })).toEqual([false, false]);
    expect(presence(sum, { aggregate: 'count' })).toEqual([true, false]);
    expect(presence({ aggregate: 'share', where: {} })).toEqual([true, false]);
  });

  it('add what their filters compare with to the paths of the judged document [FRS-04]', () => {
    expect(readPaths(definition(entity, sum), [], parseWhere)).toEqual(['state.note', 'state.town']);
    const self = readPaths(definition({ theirs: 'id', mine: 'id' }, sum), [], parseWhere);
    expect(self).toEqual(expect.arrayContaining(['attributes.amount', 'state.at', 'state.text', 'state.town']));
  });

  it('are fetched as specs, and hash alike for two spellings of a duration [JDG-21]', () => {
    expect(aggregateSpecs(definition(entity, sum, { aggregate: 'count' }))).toEqual({
      f0: { of: 'orders', ...sum },
      f1: { of: 'orders', aggregate: 'count', path: null, where: null, window: null },
    });
    const hash = (within: string) => {
      return definitionHash(definition(entity, { ...sum, window: { at: 'created_at', within } }));
    };
    expect(hash('24h')).toBe(hash('1d'));
    expect(hash('2d')).not.toBe(hash('1d'));
  });
});
