import { clusteredShare } from '../interval/clustered-share';
import { levelBias } from '../score/level-bias';
import { confusionOf, maxConfusedPairs } from './confusion';

/** A distribution whose most probable class is `top`. */
const dist = (top: number, classes: number) =>
  Array.from({ length: classes }, (_, k) => (k === top ? 0.5 : 0.5 / classes));

describe('the confusion of a choice', () => {
  const rows = [
    [0, 0],
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 0],
  ];
  const y = rows.map(([happened]) => happened);
  const dists = rows.map(([, read]) => dist(read, 3));

  it('counts what was read where each class came true, with shares of the class [CAL-01]', () => {
    const cells = confusionOf(dists, y);
    expect(cells.map(({ observed, read, n }) => [observed, read, n])).toEqual([
      [0, 0, 2],
      [0, 1, 1],
      [1, 1, 1],
      [2, 0, 1],
    ]);
    expect(cells.map(({ share }) => share)).toEqual([2 / 3, 1 / 3, 1, 1]);
    for (const { share, interval } of cells) expect(interval[0] < share && share <= interval[1]).toBe(true);
  });

  it('weighs labels, and is no surer of repeated documents [CAL-01]', () => {
    const weights = [1, 1, 4, 1, 1];
    expect(confusionOf(dists, y, { weights })[1].share).toBeCloseTo(4 / 6, 12);
    const thrice = <T>(all: readonly T[]) => all.flatMap((one) => [one, one, one]);
    const units = thrice(y.map((_, unit) => unit));
    const [repeated] = confusionOf(thrice(dists), thrice(y), { units });
    const [once] = confusionOf(dists, y);
    expect(repeated.n).toBe(6);
    expect(clusteredShare([1, 1, 0], {})?.effective).toBe(3);
    expect(repeated.interval[1] - repeated.interval[0]).toBeGreaterThanOrEqual(
      once.interval[1] - once.interval[0] - 1e-9,
    );
  });

  it('lists of many classes only the pairs that are confused most [CAL-01]', () => {
    const classes = 30;
    const many = Array.from({ length: classes * 10 }, (_, row) => ({
      observed: row % classes,
      read: row < 40 ? 7 : (row * 13) % classes,
    }));
    const cells = confusionOf(
      many.map(({ read }) => dist(read, classes)),
      many.map(({ observed }) => observed),
    );
    expect(cells).toHaveLength(maxConfusedPairs);
    expect(cells.every(({ observed, read }) => observed !== read)).toBe(true);
    expect(cells.map(({ n }) => n)).toEqual(cells.map(({ n }) => n).toSorted((a, b) => b - a));
  });
});

describe('the bias of a score', () => {
  it('is of the level that was read, so that a right reading of a spread outcome has none [CAL-01]', () => {
    const scores = Array.from({ length: 40 }, () => 3);
    const observed = scores.map((_, row) => 1 + (row % 5));
    const [found, ...others] = levelBias(scores, observed, [1, 2, 3, 4, 5]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ level: 3, n: 40, meanRead: 3, bias: 0 });
    expect(found.interval?.[0]).toBeLessThan(0);
  });

  it('says by how much reads near a level are too high, weighted [CAL-01]', () => {
    const weights = [1, 3, 1, 1];
    const levels = levelBias([4.2, 3.9, 1.1, 1], [3, 3, 1, 1], [1, 2, 3, 4, 5], { weights });
    expect(levels.map(({ level, n }) => [level, n])).toEqual([
      [1, 2],
      [4, 2],
    ]);
    expect(levels[1].bias).toBeCloseTo((1.2 + 3 * 0.9) / 4, 12);
    expect(levels[1].meanRead).toBeCloseTo((4.2 + 3 * 3.9) / 4, 12);
  });
});
