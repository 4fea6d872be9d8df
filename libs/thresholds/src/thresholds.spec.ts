import { cutOf, thresholdOf, type ThresholdValue } from './cut';
import { flipOf } from './flip';
import { mostEvents, namesThreshold } from './naming';
import { flaggedShare } from './volume';

const p = (at: number) => ({ on: 'p', side: 'gte', at }) as const;

it.each<[ThresholdValue, string, string]>([
  [0.62, 'p', 'gte'],
  [{ option: 'refund', gte: 0.4 }, 'dist.refund', 'gte'],
  [{ option: 'features.x', lte: 0.4 }, 'dist.features.x', 'lte'],
  [{ field: 'escape_p', lte: 0 }, 'escape_p', 'lte'],
  [{ field: 'normalized', gte: 0.5 }, 'normalized', 'gte'],
  [{ feature: 'orders', gte: 2 }, 'features.orders', 'gte'],
])('reads %j as a cut and back [THR-01] [THR-02]', (threshold, on, side) => {
  const cut = cutOf(threshold);
  expect([cut.on, cut.side, thresholdOf(cut)]).toEqual([on, side, threshold]);
});

describe('a threshold that moves', () => {
  it('lets in what lies between when it falls, and out when it rises [THR-04]', () => {
    const { enter, leave } = flipOf('late', p(0.6), p(0.4));
    expect(leave).toBeNull();
    const range = (enter as Record<string, { gte: number; lt: number }>)['answers.late.p'];
    expect([range.gte, range.lt]).toEqual([expect.closeTo(0.4, 8), expect.closeTo(0.6, 8)]);
    expect(flipOf('late', p(0.4), p(0.6))).toMatchObject({ enter: null, leave: enter });
    expect(flipOf('late', p(0.4), p(0.4))).toMatchObject({ enter: null, leave: null });
  });

  it('flags up to its value on the other side [THR-02]', () => {
    const most = (at: number) => ({ on: 'escape_p', side: 'lte', at }) as const;
    expect(flipOf('kind', most(0.2), most(0.5))).toMatchObject({ enter: expect.anything() as unknown, leave: null });
    expect(flipOf('kind', most(0.5), most(0.2))).toMatchObject({ enter: null, leave: expect.anything() as unknown });
  });

  it('is new, or reads another number: then all that it flags enters, and what it flagged before leaves [THR-08]', () => {
    const { flagged, enter, leave } = flipOf('late', null, p(0.5));
    expect([enter, leave]).toEqual([flagged, null]);
    const other = flipOf('kind', { on: 'dist.a', side: 'gte', at: 0.5 }, { on: 'dist.b', side: 'gte', at: 0.5 });
    expect([Object.keys(other.enter ?? {}), Object.keys(other.leave ?? {})]).toEqual([['all'], ['all']]);
  });
});

it('finds a threshold in a filter at any depth, and no other one [THR-06]', () => {
  const path = 'answers.late.thresholds.alarm';
  expect(namesThreshold({ [path]: true }, 'late', 'alarm')).toBe(true);
  expect(namesThreshold({ any: [{ x: 1 }, { not: { [path]: false } }] }, 'late', 'alarm')).toBe(true);
  expect(namesThreshold({ [`${path}2`]: true, 'answers.late.p': { gte: 0.5 } }, 'late', 'alarm')).toBe(false);
  expect([mostEvents(['entered'], 4), mostEvents([], 4)]).toEqual([4, 0]);
});

it('reads from quantiles what share of the answers a value flags [THR-01]', () => {
  const even = Array.from({ length: 201 }, (_, i) => i / 200);
  const share = (at: number, side: 'gte' | 'lte' = 'gte', of: number[] = even) => flaggedShare(of, { side, at });
  expect([share(0), share(1.01), share(-1), share(0.25), share(0.25, 'lte')]).toEqual([
    ...[1, 0, 1],
    ...[expect.closeTo(0.75, 6), expect.closeTo(0.25, 6)],
  ]);
  expect(share(0.5, 'gte', [])).toBeNull();
  expect([share(0.5, 'gte', [0.5]), share(0.6, 'gte', [0.5])]).toEqual([1, 0]);
  expect(share(0.2, 'gte', [0.2, 0.2, 0.2, 0.9, 0.9])).toBe(1);
});
