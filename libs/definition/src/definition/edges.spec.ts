import { debounceOf } from '../freshness/parse';
import { bandMoved, bandText, upstreamText } from '../relation/band';
import type { UpstreamNumbers } from '../relation/band';
import type { Join } from '../relation/edge';
import { newestFirst } from '../relation/parse';
import { relationClass } from '../relation/relation';
import type { ParseRelationWhere, Relation } from '../relation/relation';
import type { BoolDefinition } from './definition';
import { canGather, canSpread, edgesOf, ownReads, reads, relationSpecs } from './edges';
import { definitionHash } from './normal-form';
import { readPaths } from './read-paths';

const parseWhere: ParseRelationWhere = () => ({
  theirs: ['attributes.kind'],
  mine: ['state.city'],
  judgments: ['late'],
  answers: [],
});
const relation = (join: Join, more: Partial<Relation> = {}): Relation => ({
  join,
  fields: ['state.text'],
  order_by: [...newestFirst],
  last_n: 20,
  ...more,
});
const pointer = relation({ theirs: 'id', mine: 'attributes.customer' });
const entity = relation({ theirs: 'attributes.account', mine: 'id' });
const block = relation({ theirs: 'attributes.email', mine: 'attributes.mail' });
const self = relation({ theirs: 'id', mine: 'id' });

function definition(related: Record<string, Relation>, more: Partial<BoolDefinition> = {}): BoolDefinition {
  return {
    name: 'j',
    question: 'q',
    type: 'bool',
    horizon: '0s',
    engine: { name: 'jev', version: 'current' },
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

describe('what a relation reads of an answer', () => {
  const numbers = (more: Partial<UpstreamNumbers>): UpstreamNumbers => {
    return { number: null, value: null, escapeP: null, normalized: null, ...more };
  };

  it('is the named number, or the one of the type [REL-06]', () => {
    const answer = numbers({ number: 0.9, escapeP: 0.1, normalized: 0.4 });
    const text = (field?: 'p' | 'score' | 'normalized' | 'escape_p') =>
      upstreamText({ judgment: 'j', ...(field && { field }), cut: 0.3 }, answer);
    expect([text(), text('p'), text('score')]).toEqual(['0.3 or more', '0.3 or more', '0.3 or more']);
    expect([text('normalized'), text('escape_p')]).toEqual(['0.3 or more', 'below 0.3']);
    expect(upstreamText({ judgment: 'j', value: true }, numbers({ value: 'a' }))).toBe('a');
    expect(upstreamText({ judgment: 'j', cut: 0.3 }, null)).toBe('not judged');
  });

  it('moves with its band alone, and from and to no answer [REL-09]', () => {
    const bands = { judgment: 'j', bands: [0.3, 0.7] };
    const moved = (before: number | null, after: number | null) => {
      const of = (number: number | null) => (number === null ? null : numbers({ number }));
      return bandMoved(bands, of(before), of(after));
    };
    expect([moved(0.41, 0.62), moved(0.3, 0.699), moved(null, null)]).toEqual([false, false, false]);
    expect([moved(0.62, 0.7), moved(0.3, 0.29), moved(null, 0.5), moved(0.5, null)]).toEqual([true, true, true, true]);
  });

  it('is part of the edges, of a document with itself, too [REL-06] [REL-09]', () => {
    const answers = [{ judgment: 'late', bands: [0.5] }];
    const where = { 'answers.late.p': { gte: 0.5 } };
    const shown = definition({ customer: { ...pointer, answers }, me: { ...self, answers } });
    expect(edgesOf(shown, parseWhere)).toMatchObject([
      { relation: 'customer', answers, presence: true },
      { relation: 'me', answers, presence: false, paths: [] },
    ]);
    expect(relationSpecs(shown).me).toMatchObject({ answers });
    const tested = definition({ customer: { ...pointer, where }, me: { ...self, where } });
    expect(edgesOf(tested, parseWhere)).toMatchObject([
      { relation: 'customer', where, presence: false },
      { relation: 'me', where },
    ]);
    expect(edgesOf(definition({ me: self }), parseWhere)).toEqual([]);
    expect([ownReads(shown, parseWhere), ownReads(definition({ a: { ...entity, answers } }), parseWhere)]).toEqual([
      ['late'],
      [],
    ]);
  });
});
