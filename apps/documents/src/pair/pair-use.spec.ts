import { PairUse } from './pair-use';

const pair = { organization: 'org_1', namespaceId: '7', equal: 'seller', ordered: 'total' };
const minute = 60_000;

describe('the pairs that queries want', () => {
  it('are those of twenty queries in ten minutes that each looked at a hundred rows', () => {
    const use = new PairUse();
    for (let n = 0; n < 19; n++) use.note(pair, 100, n * 1000);
    for (let n = 0; n < 100; n++) use.note(pair, 99, 20_000);
    use.note({ ...pair, equal: 'buyer' }, 1_999, 20_000);
    use.note({ ...pair, namespaceId: '8' }, 1_999, 20_000);
    expect(use.takeWanted()).toEqual([]);
    use.note(pair, 100, 21_000);
    expect(use.takeWanted()).toEqual([pair]);
    expect(use.takeWanted()).toEqual([]);
  });

  it('forget queries of more than ten minutes ago', () => {
    const use = new PairUse();
    for (let n = 0; n < 19; n++) use.note(pair, 500, 0);
    use.note(pair, 500, 10 * minute);
    expect(use.takeWanted()).toEqual([]);
    for (let n = 0; n < 19; n++) use.note(pair, 500, 11 * minute);
    expect(use.takeWanted()).toEqual([pair]);
  });

  it('are at once those of a query that looked at two thousand rows', () => {
    const use = new PairUse();
    use.note(pair, 2_000, 0);
    expect(use.takeWanted()).toEqual([pair]);
  });

  it('are at most a thousand, and the queries of as many are remembered', () => {
    const use = new PairUse();
    for (let n = 0; n < 5_000; n++) use.note({ ...pair, equal: `e${n}` }, 2_000, 0);
    expect(use.takeWanted()).toHaveLength(1_000);
    for (let n = 0; n < 19; n++) use.note(pair, 100, 0);
    for (let n = 0; n < 1_000; n++) use.note({ ...pair, equal: `e${n}` }, 100, 0);
    use.note(pair, 100, 0);
    expect(use.takeWanted()).toEqual([]);
  });
});
