import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { auroc } from '../ranking/auroc';
import { aurocVariance, delong } from './delong';

const samples = process.env.LONG === '1' ? 4_000 : 300;

/** Documents with rows that have one outcome each, or outcomes of their own. */
function drawn(documents: number, times: number, alike: boolean, random: Random) {
  const rows = Array.from({ length: documents }, (_, unit) => {
    const z = 1.5 * random.normal();
    const yes = () => (random.uniform() < sigmoid(z) ? 1 : 0);
    const own = yes();
    const seen = [z + 0.5 * random.normal(), z + 0.5 * random.normal()];
    return Array.from({ length: times }, () => {
      const [p, other] = seen.map((one) => one + 0.3 * random.normal());
      return { unit, y: alike ? own : yes(), p, other };
    });
  }).flat();
  const column = (of: (row: (typeof rows)[number]) => number) => Float64Array.from(rows, of);
  return {
    y: column(({ y }) => y),
    p: column(({ p }) => p),
    other: column(({ other }) => other),
    units: column(({ unit }) => unit),
  };
}

describe('the variance of an AUROC over documents', () => {
  it("is DeLong's where each document has one row [CAL-10]", () => {
    const { y, p, other } = drawn(60, 1, true, randomOf(1));
    const units = y.map((_, row) => 100 - row);
    expect(aurocVariance(p, y, units)).toBeCloseTo(aurocVariance(p, y) ?? -1, 14);
    expect(delong(p, other, y, units).pGreater).toBeCloseTo(delong(p, other, y).pGreater ?? -1, 10);
  });

  it.each([
    { documents: 40, times: 5, alike: true },
    { documents: 120, times: 3, alike: true },
    { documents: 120, times: 3, alike: false },
  ])(
    'is near what leaving out one document at a time gives: $documents of $times rows, alike: $alike [CAL-10]',
    (one) => {
      const { y, p, units } = drawn(one.documents, one.times, one.alike, randomOf(2));
      const without = Array.from({ length: one.documents }, (_, unit) => {
        const rows = [...y.keys()].filter((row) => units[row] !== unit);
        return auroc({ p: rows.map((row) => p[row]), y: rows.map((row) => y[row]) }) ?? 0;
      });
      const mean = without.reduce((sum, area) => sum + area, 0) / one.documents;
      const jackknife =
        without.reduce((sum, area) => sum + (area - mean) ** 2, 0) * ((one.documents - 1) / one.documents);
      const found = aurocVariance(p, y, units) ?? 0;
      expect(found / jackknife).toBeGreaterThan(0.85);
      expect(found / jackknife).toBeLessThan(1.15);
    },
  );

  it('keeps the level of the comparison of two reads, where counting rows does not [CAL-10] [ALT-18]', () => {
    const random = randomOf(3);
    let [byDocument, byRow] = [0, 0];
    for (let sample = 0; sample < samples; sample += 1) {
      const { y, p, other, units } = drawn(80, 5, true, random);
      if ((delong(p, other, y, units).pGreater ?? 1) <= 0.05) byDocument += 1;
      if ((delong(p, other, y).pGreater ?? 1) <= 0.05) byRow += 1;
    }
    expect(byDocument / samples).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / samples));
    expect(byRow / samples).toBeGreaterThan(0.1);
  });

  it('does not exist with one document of a class, whatever its rows [CAL-10]', () => {
    expect(aurocVariance([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1], [1, 2, 3, 3])).toBeNull();
    expect(delong([0.1, 0.2, 0.8, 0.9], [0.1, 0.9, 0.8, 0.2], [0, 0, 1, 1], [1, 2, 3, 3]).variance).toBeNull();
  });
});
