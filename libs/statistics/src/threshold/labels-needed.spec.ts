import { Population, exact, labelled } from './populations.fake';
import { recommendThreshold } from './recommendation';

const isLong = process.env.LONG === '1';
const runs = isLong ? 200 : 10;
const hour = 3_600_000;

/** Asks worlds of some labels how many are needed, and whether as many fresh ones hold. */
function asked(population: Population, n: number, atLeast: number) {
  const target = { target: 'precision', atLeast } as const;
  const counts = { held: 0, outOfReach: 0, asked: 0, holds: 0, documents: 0 };
  for (let seed = 1; seed <= runs; seed += 1) {
    const found = recommendThreshold(labelled(population, n, seed), target);
    if (found.holds) counts.held += 1;
    else if (found.labelsNeeded === null) counts.outOfReach += 1;
    else {
      counts.asked += 1;
      expect(found.labelsNeeded).toBeGreaterThan(n);
      expect(found.documentsNeeded).toBe(found.labelsNeeded);
      if (recommendThreshold(labelled(population, found.labelsNeeded, seed + 50_000), target).holds) counts.holds += 1;
    }
  }
  if (process.env.SHOW)
    process.stderr.write(`${population.name}, ${n} labels, ${atLeast}: ${JSON.stringify(counts)}\n`);
  return counts;
}

describe('the number of labels that are needed', () => {
  it.each([
    { population: exact(1, 2), n: 50, atLeast: 0.9 },
    { population: exact(1, 2), n: 100, atLeast: 0.9 },
    { population: exact(0, 1.5), n: 300, atLeast: 0.9 },
  ])(
    'is one with which a threshold then holds, mostly: $n labels, $population.name [ST-F9]',
    ({ population, n, atLeast }) => {
      const { asked: all, holds } = asked(population, n, atLeast);
      expect(all).toBeGreaterThan(runs / 3);
      expect(holds / all).toBeGreaterThanOrEqual(isLong ? 0.7 : 0.4);
    },
    hour,
  );

  it(
    'is null where the calibrated numbers never pass the target [ST-F9]',
    () => {
      const { outOfReach, asked: all } = asked(exact(0, 0.7), 100, 0.95);
      expect(all).toBe(0);
      expect(outOfReach).toBe(runs);
      expect(asked(exact(-2.2, 1.5), 100, 0.9).asked).toBeLessThanOrEqual(runs / 20);
    },
    hour,
  );

  it(
    'of recall is one with which flagging all holds in 80 of 100 [ST-F9]',
    () => {
      const target = { target: 'recall', atLeast: 0.9 } as const;
      const population = exact(-2, 1);
      let [holds, all] = [0, 0];
      for (let seed = 1; seed <= 10 * runs; seed += 1) {
        const sample = labelled(population, 60, seed);
        if (!sample.y.includes(1)) continue;
        const { labelsNeeded } = recommendThreshold(sample, target);
        if (labelsNeeded === null) continue;
        all += 1;
        if (recommendThreshold(labelled(population, labelsNeeded, seed + 50_000), target).holds) holds += 1;
      }
      expect(all).toBeGreaterThan(5 * runs);
      expect(holds / all).toBeGreaterThan(0.65);
    },
    hour,
  );

  it('grows where several labels are of one document, and names documents beside labels [ST-F5] [ST-F9]', () => {
    const one = labelled(exact(1, 2), 60, 3);
    const times = [0, 1, 2, 3, 4];
    const repeated = {
      p: Float64Array.from(times.flatMap(() => [...one.p])),
      y: Float64Array.from(times.flatMap(() => [...one.y])),
      units: Float64Array.from(times.flatMap(() => [...one.y.keys()])),
    };
    const target = { target: 'precision', atLeast: 0.95 } as const;
    const [plain, five] = [recommendThreshold(one, target), recommendThreshold(repeated, target)];
    expect([plain.documents, five.documents, five.n]).toEqual([60, 60, 300]);
    expect((five.labelsNeeded ?? 0) / (five.documentsNeeded ?? 0)).toBeCloseTo(5, 1);
    expect((five.documentsNeeded ?? 0) / (plain.documentsNeeded ?? 0)).toBeCloseTo(1, 0);
  });
});

describe('labels of few documents', () => {
  it('let no threshold hold, and say how many documents are needed [ST-F5]', () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({
      p: at < 100 ? 0.9 : 0.1,
      y: at < 100 ? 1 : 0,
      unit: at % 20,
    }));
    const labels = (units?: number[]) => ({ p: rows.map(({ p }) => p), y: rows.map(({ y }) => y), units });
    const target = { target: 'precision', atLeast: 0.8 } as const;
    expect(recommendThreshold(labels(), target)).toMatchObject({ holds: true, documents: 200, labelsNeeded: null });
    const few = recommendThreshold(labels(rows.map(({ unit }) => unit)), target);
    expect(few).toMatchObject({ holds: false, threshold: 0.9, documents: 20, documentsNeeded: 30, labelsNeeded: 300 });
  });
});
