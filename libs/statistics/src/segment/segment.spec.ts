import { Random, randomOf } from '../random/random';
import { SegmentOptions, SegmentRows, segmentFigures } from './segment';

const bool = (share = true): SegmentOptions => ({ count: 2, share, fitted: false });

/** Yes-or-no labels of two segments; `of` gives the truth of a read in a segment. */
function drawn(random: Random, n: number, of: (p: number, segment: number) => number, times = 1): SegmentRows {
  const documents = Array.from({ length: n }, (_, document) => {
    const p = 0.1 + 0.8 * random.uniform();
    const came = random.uniform() < of(p, document % 2) ? 1 : 0;
    return { p, came, segment: document % 2, unit: document };
  });
  const rows = documents.flatMap((document) => Array.from({ length: times }, () => document));
  return {
    segments: rows.map(({ segment }) => segment),
    read: rows.map(({ p }) => p),
    came: rows.map(({ came }) => came),
    deviations: rows.map(({ p }) => Math.sqrt(p * (1 - p))),
    losses: rows.map(({ p, came }) => -Math.log(came ? p : 1 - p)),
    units: rows.map(({ unit }) => unit),
  };
}

describe('figures of segments', () => {
  it('are weighted means by segment, with the gap of what was read', () => {
    const rows = {
      segments: [0, 0, 1, 0],
      read: [0.2, 0.6, 0.9, 0.4],
      came: [0, 1, 1, 0],
      deviations: [0.4, 0.49, 0.3, 0.49],
      losses: [0.1, 0.2, 0.3, 0.4],
      units: [7, 7, 8, 9],
      weights: [2, 1, 1, 1],
    };
    const [first, second] = segmentFigures(rows, bool());
    expect(first).toMatchObject({ labels: 3, documents: 2, p: null });
    expect(first.read).toBeCloseTo((2 * 0.2 + 0.6 + 0.4) / 4, 12);
    expect(first.observed).toBeCloseTo(1 / 4, 12);
    expect(first.gap).toBeCloseTo(0.35 - 0.25, 12);
    expect(first.logLoss).toBeCloseTo((2 * 0.1 + 0.2 + 0.4) / 4, 12);
    expect(second).toMatchObject({ labels: 1, documents: 1, observed: 1, p: null });
  });

  it('of a score have the interval of their mean, none for one document', () => {
    const rows = { read: [2, 2, 2], came: [1, 3, 2], deviations: [1, 1, 1], losses: [1, 1, 1], units: [0, 1, 2] };
    const [two, one] = segmentFigures({ ...rows, segments: [0, 0, 1] }, bool(false));
    // Student with one degree of freedom: 2 +- 12.706 / sqrt(2) * sqrt(2).
    expect(two.interval?.map((end) => Math.round(end * 1000) / 1000)).toEqual([-10.706, 14.706]);
    expect(one.interval).toBeNull();
  });

  it('find the segment whose reads are too high although all together are right, in 9 of 10 [ST-F3]', () => {
    const shift = (by: number) => (p: number) => 1 / (1 + Math.exp(-(Math.log(p / (1 - p)) + by)));
    const seen = Array.from({ length: 60 }, (_, seed) => {
      const random = randomOf(seed);
      const [high, low] = segmentFigures(
        drawn(random, 600, (p, segment) => shift(segment === 0 ? -0.8 : 0.8)(p)),
        bool(),
      );
      return high.p! < 0.05 && high.gap > 0 && low.p! < 0.05 && low.gap < 0;
    });
    expect(seen.filter(Boolean).length).toBeGreaterThanOrEqual(54);
  });

  it.each([
    ['one label a document', 200, 1],
    ['five labels a document', 120, 5],
    ['few documents', 24, 1],
  ])('blame a segment of right reads in at most 5 %% of judgments: %s [ST-F5]', (_, n, times) => {
    const worlds = 400;
    const blamed = Array.from({ length: worlds }, (__, seed) => {
      const rows = drawn(randomOf(1000 + seed), n, (p) => p, times);
      return segmentFigures(rows, bool()).some(({ p }) => p !== null && p < 0.05);
    });
    // 5 % and 99.9 % of its noise.
    expect(blamed.filter(Boolean).length).toBeLessThanOrEqual(worlds * 0.05 + 3.1 * Math.sqrt(worlds * 0.0475));
  });

  it('are not tested where fewer than five outcomes are open', () => {
    const rows = {
      segments: Array.from({ length: 60 }, () => 0),
      read: Array.from({ length: 60 }, () => 0.02),
      came: Array.from({ length: 60 }, (_, row) => (row < 6 ? 1 : 0)),
      deviations: Array.from({ length: 60 }, () => Math.sqrt(0.02 * 0.98)),
      losses: Array.from({ length: 60 }, () => 0.1),
    };
    expect(segmentFigures(rows, { ...bool(), count: 1 })[0].p).toBeNull();
  });

  it('correct over the tested segments alone', () => {
    const rows = drawn(randomOf(3), 400, (p) => p * 0.8);
    const [two] = segmentFigures(rows, bool());
    const alone = segmentFigures({ ...rows, segments: Array.from(rows.segments, (s) => (s === 0 ? 0 : 1)) }, bool());
    const only = segmentFigures(
      { ...rows, segments: Array.from(rows.segments, (s, row) => (s === 0 ? 0 : row < 8 ? 1 : 2)) },
      { ...bool(), count: 3 },
    );
    expect(two.p).toBe(alone[0].p);
    expect(only[1].p).toBeNull();
    expect(only[0].p).toBe(two.p);
    const own = Array.from({ length: 400 }, (_, row) => row).filter((row) => rows.segments[row] === 0);
    const of = (column: ArrayLike<number>) => own.map((row) => column[row]);
    const [one] = segmentFigures(
      {
        segments: own.map(() => 0),
        read: of(rows.read),
        came: of(rows.came),
        deviations: of(rows.deviations),
        losses: of(rows.losses),
      },
      { ...bool(), count: 1 },
    );
    expect(two.p).toBeCloseTo(2 * one.p!, 12);
  });
});
