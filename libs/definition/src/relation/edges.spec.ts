import type { BoolDefinition } from '../definition/definition';
import { definitionHash } from '../definition/normal-form';
import { readPaths } from '../definition/read-paths';
import { debounceOf } from '../freshness/parse';
import { bandText } from './band';
import { canGather, canSpread, edgesOf, reads, relationSpecs } from './edges';
import type { Join } from './edge';
import { newestFirst } from './parse';
import { relationClass } from './relation';
import type { ParseRelationWhere, Relation } from './relation';

const parseWhere: ParseRelationWhere = () => ({
  theirs: ['attributes.kind'],
  mine: ['state.city'],
  judgments: ['late'],
});
const relation = (join: Join, more: Partial<Relation> = {}): Relation => ({
  ...{ join, fields: ['state.text'], order_by: [...newestFirst], last_n: 20 },
  ...more,
});
const pointer = relation({ theirs: 'id', mine: 'attributes.customer' });
const entity = relation({ theirs: 'attributes.account', mine: 'id' });
const block = relation({ theirs: 'attributes.email', mine: 'attributes.mail' });
const self = relation({ theirs: 'id', mine: 'id' });

function definition(related: Record<string, Relation>, more: Partial<BoolDefinition> = {}): BoolDefinition {
  return {
    ...{ name: 'j', question: 'q', type: 'bool', horizon: '0s', engine: { name: 'jev', version: 'current' } },
    ...more,
    context: { fields: ['state.note'], related },
  };
}

describe('the edges of a definition', () => {
  it('are its relations to other documents, with the paths that they read there [REL-03]', () => {
    const where = { 'attributes.kind': 'x' };
    const order = [{ path: 'attributes.sent', direction: 'asc' as const }];
    const window = { at: 'state.at', within: '1d' };
    const edges = edgesOf(
      definition({ account: { ...entity, where, order_by: order, window }, customer: pointer, me: self, same: block }),
      parseWhere,
    );
    expect(edges).toEqual([
      {
        relation: 'account',
        ...entity.join,
        paths: ['attributes.account', 'attributes.kind', 'attributes.sent', 'state.at', 'state.text'],
        presence: true,
        where,
      },
      { relation: 'customer', ...pointer.join, paths: ['state.text'], presence: false, where: null },
      {
        relation: 'same',
        ...block.join,
        paths: ['attributes.email', 'state.text'],
        presence: true,
        where: null,
      },
    ]);
  });

  it('add to the paths of the judged document where they join and what they compare with [FRS-04]', () => {
    const where = { 'attributes.kind': { mine: 'state.city' } };
    const paths = readPaths(definition({ a: { ...pointer, where }, b: block }), [], parseWhere);
    expect(paths).toEqual(['attributes.customer', 'attributes.mail', 'state.city', 'state.note']);
    expect(readPaths(definition({ me: self }), [], parseWhere)).toEqual(['state.note', 'state.text']);
    expect(() => readPaths(definition({ a: { ...pointer, where } }))).toThrow('grammar');
  });

  it('say whether a change gathers or spreads [REL-12]', () => {
    const table = [pointer, entity, block, self].map((one) => {
      const of = definition({ one });
      return [relationClass(one.join), canGather(of), canSpread(of)];
    });
    expect(table).toEqual([
      ['pointer', false, true],
      ['entity', true, false],
      ['block', false, true],
      ['self', false, false],
    ]);
  });

  it('read other judgments by their answers and by their filters [REL-07]', () => {
    const answers = [{ judgment: 'team', value: true as const }];
    expect(reads(definition({ a: { ...entity, answers }, b: { ...block, where: {} } }), parseWhere)).toEqual([
      'late',
      'team',
    ]);
    expect(reads(definition({ a: entity }), parseWhere)).toEqual([]);
  });

  it('are fetched as specs; the default order is empty', () => {
    const order = [{ path: 'id', direction: 'asc' as const }];
    expect(relationSpecs(definition({ a: entity, b: { ...block, order_by: order } }))).toEqual({
      a: { ...entity.join, fields: ['state.text'], where: null, order_by: [], last_n: 20, window: null },
      b: { ...block.join, fields: ['state.text'], where: null, order_by: order, last_n: 20, window: null },
    });
  });
});

describe('a definition with relations', () => {
  it('debounces for 10 minutes when it has features, too [FRS-07]', () => {
    const features = [{ name: 'n', from: 'state.n' }];
    expect(debounceOf(definition({ a: entity }, { features }))).toBe(600_000);
    expect(debounceOf(definition({ a: entity }))).toBe(2_000);
    expect(debounceOf(definition({}, { features }))).toBe(2_000);
  });

  it('has one hash for two spellings of a duration [JDG-07]', () => {
    const hash = (within: string) =>
      definitionHash(definition({ a: { ...entity, window: { at: 'created_at', within } } }));
    expect(hash('24h')).toBe(hash('1d'));
    expect(hash('2d')).not.toBe(hash('1d'));
  });
});

describe('bandText', () => {
  const bands = { judgment: 'j', bands: [0.3, 0.7] };
  it.each([
    [bands, 0.29, 'below 0.3'],
    [bands, 0.3, '0.3 to below 0.7'],
    [bands, 0.69, '0.3 to below 0.7'],
    [bands, 0.7, '0.7 or more'],
    [bands, null, 'not judged'],
    [{ judgment: 'j', bands: [1] }, 1, '1 or more'],
    [{ judgment: 'j', cut: 0.5 }, 0.5, '0.5 or more'],
    [{ judgment: 'j', cut: 0.5 }, 0.49, 'below 0.5'],
    [{ judgment: 'j', value: true as const }, 'refund', 'refund'],
    [{ judgment: 'j', value: true as const }, null, 'none of these'],
  ])('of %j reads %j as %s [REL-06]', (answer, value, text) => {
    expect(bandText(answer, value, true)).toBe(text);
    expect(bandText(answer, value, false)).toBe('not judged');
  });
});
