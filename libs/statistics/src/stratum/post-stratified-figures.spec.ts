import { reliabilityBins } from '../bin/reliability';
import { clusteredShare } from '../interval/clustered-share';
import { brier } from '../metric/loss';
import { randomOf } from '../random/random';
import { precisionAtTop } from '../ranking/top';
import { performanceAt } from '../threshold/performance';
import { postStratify, tenthOf } from './post-stratify';

/** Labels that are mostly of likely answers, and how many answers lie in each tenth. */
function selected(seed: number) {
  const random = randomOf(seed);
  const answers = [900, 800, 400, 300, 200, 150, 100, 80, 50, 20];
  const rows = answers.flatMap((_, tenth) => {
    return Array.from({ length: 8 + 3 * tenth }, (__, at) => {
      const p = (tenth + random.uniform()) / 10;
      return { p, y: random.uniform() < p ? 1 : 0, tenth, unit: at % 3 === 2 ? 1_000 * tenth : 1_000 * tenth + at };
    });
  });
  const p = rows.map((row) => row.p);
  const x = rows.map((row) => row.tenth);
  const { weights } = postStratify(x, null, answers);
  return { rows, answers, labels: { p, y: rows.map(({ y }) => y), units: rows.map(({ unit }) => unit), weights } };
}

/** A mean by its definition: that of each tenth, by the share of the answers that lie in it. */
function byTenth(
  { rows, answers }: ReturnType<typeof selected>,
  of: (row: { p: number; y: number }) => number,
): number {
  const total = answers.reduce((sum, one) => sum + one, 0);
  return answers.reduce((sum, count, tenth) => {
    const own = rows.filter((row) => row.tenth === tenth);
    return sum + (count / total) * (own.reduce((all, row) => all + of(row), 0) / own.length);
  }, 0);
}

describe('figures of labels that stand for all answers', () => {
  const world = selected(1);
  const { labels } = world;

  it('are means over the tenths, each by its share of the answers [ST-F3] [CAL-01]', () => {
    expect(world.rows.every(({ p, tenth }) => tenthOf(p) === tenth)).toBe(true);
    expect(clusteredShare(labels.y, labels)?.share).toBeCloseTo(
      byTenth(world, ({ y }) => y),
      12,
    );
    expect(brier(labels)).toBeCloseTo(
      byTenth(world, ({ p, y }) => (p - y) ** 2),
      12,
    );
    const { flagged, precision, recall } = performanceAt(labels, 0.35);
    const share = byTenth(world, ({ p }) => (p >= 0.35 ? 1 : 0));
    const hits = byTenth(world, ({ p, y }) => (p >= 0.35 ? y : 0));
    expect(flagged).toBeCloseTo(share, 12);
    expect(precision?.value).toBeCloseTo(hits / share, 12);
    expect(recall?.value).toBeCloseTo(hits / byTenth(world, ({ y }) => y), 12);
  });

  it('have the effective number of their weights, and of the outcomes that documents repeat [ST-F5] [CAL-01]', () => {
    const { y, units, weights } = labels;
    const all = weights.reduce((sum, one) => sum + one, 0);
    const squares = weights.reduce((sum, one) => sum + one ** 2, 0);
    expect(clusteredShare(y, { weights })?.effective).toBeCloseTo(all ** 2 / squares, 9);
    const share = byTenth(world, (row) => row.y);
    const documents = [...new Set(units)];
    const spread = documents.reduce((sum, unit) => {
      const own = y.reduce((total, one, row) => total + (units[row] === unit ? weights[row] * (one - share) : 0), 0);
      return sum + own ** 2;
    }, 0);
    const variance = ((documents.length / (documents.length - 1)) * spread) / all ** 2;
    const shown = (share * (1 - share)) / variance;
    const effective = clusteredShare(y, { units, weights })?.effective ?? 0;
    // Less by Student's quantile of 186 documents, within the number of rows and that of documents.
    expect(effective).toBeLessThanOrEqual(all ** 2 / squares);
    expect(effective / Math.min(shown, all ** 2 / squares)).toBeGreaterThan(0.97);
  });

  it('have bins of equal numbers of labels that hold their share of the answers [CAL-01]', () => {
    const bins = reliabilityBins(labels);
    const total = labels.weights.reduce((sum, one) => sum + one, 0);
    expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(labels.y.length);
    for (const { low, high, n, documents, occupancy, meanP, observed, interval } of bins) {
      const own = world.rows.flatMap((row, at) =>
        low <= row.p && row.p <= high ? [{ ...row, weight: labels.weights[at] }] : [],
      );
      const weight = own.reduce((sum, row) => sum + row.weight, 0);
      const mean = (of: (row: { p: number; y: number }) => number) =>
        own.reduce((sum, row) => sum + row.weight * of(row), 0) / weight;
      expect(n).toBe(own.length);
      expect(documents).toBe(new Set(own.map(({ unit }) => unit)).size);
      expect(occupancy).toBeCloseTo(weight / total, 12);
      expect(meanP).toBeCloseTo(
        mean(({ p }) => p),
        12,
      );
      expect(observed).toBeCloseTo(
        mean(({ y }) => y),
        12,
      );
      expect(interval[0] <= observed && observed <= interval[1]).toBe(true);
    }
  });

  it('have their top among the likeliest answers, not the likeliest labels [CAL-08]', () => {
    const p = [0.9, 0.8, 0.8, 0.7, ...Array.from({ length: 36 }, (_, row) => 0.6 - row / 100)];
    const y = p.map((_, row) => (row % 2 === 0 ? 1 : 0));
    const weights = p.map((_, row) => (row < 3 ? 0.25 : 1.075));
    // Of a weight of 40.525 two fortieths are 2.026: the first three rows, the fourth, and 0.201 of the fifth.
    const wanted = weights.reduce((sum, one) => sum + one, 0) / 20;
    const precision = (0.25 + 0.25 + (wanted - 0.75 - 1.075)) / wanted;
    expect(precisionAtTop({ p, y, weights }, 20)?.precision).toBeCloseTo(precision, 12);
    expect(precisionAtTop({ p, y, weights }, 20)?.rows).toBe(5);
    expect(precisionAtTop({ p, y }, 20)?.precision).toBeCloseTo(0.75, 12);
  });
});
