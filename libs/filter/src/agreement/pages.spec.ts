import { elementKey, scalarKey } from '../attribute/attribute-key';
import { parseFilter } from '../filter/parse';
import { coveredQuerySql } from '../order/covered-query';
import { encodeCursor } from '../order/cursor';
import { parseOrder } from '../order/order';
import { pairOf } from '../order/paired-query';
import { querySql } from '../order/query-sql';
import type { SqlEnv } from '../sql/scope';
import { judgments } from './world';
import type { World } from './world';

const parse = (json: unknown) => parseFilter(json, { pointer: '', allow: { answers: true, within: true } });
const env: SqlEnv = {
  firstParam: 2,
  namespaceId: '1',
  judgment: (name) => (name in judgments ? judgments[name as keyof World] : undefined),
  attributes: 'index',
};

describe('pages', () => {
  it('read documents when keys do not decide everything', () => {
    const driving = { name: 'kind', key: scalarKey('x') };
    const sqlOf = (json: object, by: object[]) =>
      coveredQuerySql({ filter: parse({ 'attributes.kind': 'x', ...json }), order: parseOrder(by, '') }, driving, env);
    expect(sqlOf({}, [])).toBeDefined();
    for (const json of [
      { 'attributes.n': { ne: 1 } },
      { 'state.x': 1 },
      { id: 'd1' },
      { any: [{ 'attributes.n': 1 }] },
    ]) {
      expect(sqlOf(json, [])).toBeUndefined();
    }
    const twoKeys = ['attributes.n', 'attributes.s'].map((path) => ({ path }));
    expect(sqlOf({}, twoKeys)).toBeUndefined();
    expect(sqlOf({}, [{ path: 'created_at' }])).toBeUndefined();
  });

  it('have a pair of attributes when an equality and the order of another attribute decide everything', () => {
    const driving = { name: 'kind', key: scalarKey('x') };
    const pairIn = (json: object, by: string[], equality = driving) => {
      const order = parseOrder(
        by.map((path) => ({ path })),
        '',
      );
      return pairOf({ filter: parse({ 'attributes.kind': 'x', ...json }), order }, equality);
    };
    const pair = { equal: 'kind', ordered: 'n' };
    expect(pairIn({}, ['attributes.n'])).toEqual(pair);
    expect(pairIn({ 'attributes.n': { gte: 1, lt: 4 } }, ['attributes.n', 'id'])).toEqual(pair);
    for (const [json, by] of [
      [{}, []],
      [{}, ['id']],
      [{}, ['attributes.kind']],
      [{}, ['attributes.n', 'attributes.s']],
      [{}, ['created_at']],
      [{ 'attributes.n': { in: [1, 2] } }, ['attributes.n']],
      [{ 'attributes.n': { exists: true } }, ['attributes.n']],
      [{ 'attributes.s': { gte: 'a' } }, ['attributes.n']],
      [{ 'state.x': 1 }, ['attributes.n']],
    ] as [object, string[]][]) {
      expect(pairIn(json, by)).toBeUndefined();
    }
    // Elements of arrays are in no pair.
    const element = { name: 'tags', key: elementKey(1) };
    const order = parseOrder([{ path: 'attributes.n' }], '');
    expect(pairOf({ filter: parse({ 'attributes.tags': { contains: 1 } }), order }, element)).toBeUndefined();
  });

  it('refuse a cursor of another order, and a forged one [DOC-12]', () => {
    const order = parseOrder([{ path: 'attributes.n' }], '');
    const good = encodeCursor(order, ['0', '2', '1.5', '', 'd1']);
    const forged = [
      '',
      'x',
      '%',
      encodeCursor([], ['d1']),
      encodeCursor(order, ['0', '2', 'NaN', '', 'd1']),
      good.slice(0, -6),
    ];
    const open = (text: string) => () => querySql({ filter: parse({}), order, cursor: { text, pointer: '' } }, env);
    expect(open(good)).not.toThrow();
    for (const text of forged) expect(open(text)).toThrow('next_cursor');
  });
});
