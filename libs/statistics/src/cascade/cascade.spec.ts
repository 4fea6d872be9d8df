import fc from 'fast-check';
import { fitBool, readBool } from '../fit/bool-fit';
import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { cascadeOf, pickCascade } from './cascade';
import { CascadeReads, cascadeCurve } from './cascade-curve';

/** Documents whose outcome two engines read with noise; the cheap one is overconfident. */
function drawn(random: Random, n: number, noise: number) {
  const z = Float64Array.from({ length: n }, () => 3 * random.normal());
  return {
    y: z.map((value) => (random.uniform() < sigmoid(value) ? 1 : 0)),
    cheap: z.map((value) => sigmoid(2 * (value + noise * random.normal()))),
    dear: z.map((value) => sigmoid(value + 0.1 * random.normal())),
  };
}
const costs = { cheap: 1, dear: 5 };

describe('a cascade', () => {
  it('keeps its promise on documents that it has not seen, in 19 of 20 worlds', () => {
    const worlds = 150;
    const most = 0.03;
    let [found, broken] = [0, 0];
    for (let seed = 1; seed <= worlds; seed += 1) {
      const random = randomOf(seed);
      const sample = drawn(random, 150, 2);
      const fit = fitBool({ p: sample.cheap, y: sample.y });
      const cascade = cascadeOf({ ...sample, cheap: fit.heldOut.chosen }, costs, most);
      if (!cascade) continue;
      found += 1;
      const fresh = drawn(random, 4_000, 2);
      const harmed = fresh.cheap.filter((raw, i) => {
        const p = readBool(fit, raw, [raw], []);
        const isRight = (read: number) => read >= 0.5 === fresh.y[i] > 0;
        return (p < cascade.low || p > 1 - cascade.low) && isRight(fresh.dear[i]) && !isRight(p);
      }).length;
      broken += harmed / 4_000 > most ? 1 : 0;
    }
    expect(found).toBeGreaterThan(worlds / 3);
    // Of 150 worlds at a true 5 %, more than 13 in one case of a hundred.
    expect(broken).toBeLessThanOrEqual(13);
  }, 120_000);

  it('asks about every row where the cheap engine knows nothing, and so is none; about few where it knows all', () => {
    const random = randomOf(1);
    const { y, dear } = drawn(random, 300, 1);
    expect(cascadeOf({ y, dear, cheap: y.map(() => 0.5) }, costs)).toBeNull();
    const sure = cascadeOf({ y, dear, cheap: y.map((one) => (one ? 0.999 : 0.001)) }, costs);
    expect(sure).toMatchObject({ low: 0.5, asked: 0, costPerAnswer: 1, harmed: 0, accuracy: { cascade: 1 } });
    expect(sure?.harmedAtMost).toBeCloseTo(1 - 0.05 ** (1 / 300), 10);
    expect(cascadeOf({ y, dear, cheap: y.map((one) => (one ? 0.001 : 0.999)) }, costs)).toBeNull();
  });

  it('is never proven by few labels, and never costs more than the dear engine', () => {
    const few = drawn(randomOf(2), 100, 0.1);
    // Nobody harmed of 100 proves at most 2.95 %.
    expect(cascadeOf({ ...few, cheap: few.dear }, costs, 0.02)).toBeNull();
    expect(cascadeOf({ ...few, cheap: few.dear }, costs, 0.03)).not.toBeNull();
    expect(cascadeOf({ ...few, cheap: few.dear }, { cheap: 5, dear: 5 }, 0.03)).toBeNull();
  });

  it('has figures that can be counted again, and loses no more accuracy than it harms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0.1, max: 3, noNaN: true }), (seed, noise) => {
        const sample: CascadeReads = drawn(randomOf(seed), 200, noise);
        const cascade = cascadeOf(sample, costs, 0.05);
        if (!cascade) return;
        const { low, asked, costPerAnswer, harmed, harmedAtMost, accuracy } = cascade;
        const unsure = Array.from(sample.cheap).filter((p) => p >= low && p <= 1 - low).length;
        expect(asked).toBeCloseTo(unsure / 200, 12);
        expect(costPerAnswer).toBeCloseTo(1 + 5 * asked, 12);
        expect(accuracy.dear - accuracy.cascade).toBeLessThanOrEqual(harmed + 1e-12);
        expect(harmed).toBeLessThan(harmedAtMost);
        expect(harmedAtMost).toBeLessThanOrEqual(0.05 + 1e-9);
        const twice = (column: ArrayLike<number>) => Float64Array.from([...Array.from(column), ...Array.from(column)]);
        const units = Array.from({ length: 400 }, (_, i) => i % 200);
        const both = { cheap: twice(sample.cheap), dear: twice(sample.dear), y: twice(sample.y), units };
        expect(cascadeOf(both, costs, 0.05)).toMatchObject({ low, harmedAtMost });
      }),
      { numRuns: 60 },
    );
  });

  it('splits its risk over the pairs that are looked at, so that it needs more labels for each', () => {
    const { y } = drawn(randomOf(3), 170, 1);
    const curve = cascadeCurve({ y, dear: y, cheap: y }, 0.02);
    // Nobody harmed of n documents proves 1 - (.05 / pairs)^(1 / n): 2 % from 149, 183 and 203 on.
    expect(pickCascade(curve, costs)).toMatchObject({ low: 0.5, asked: 0 });
    expect(pickCascade(curve, costs, { pairs: 2 })).toBeNull();
    const more = drawn(randomOf(3), 190, 1).y;
    const larger = cascadeCurve({ y: more, dear: more, cheap: more }, 0.02);
    expect(pickCascade(larger, costs, { pairs: 2 })?.harmedAtMost).toBeCloseTo(1 - 0.025 ** (1 / 190), 10);
    expect(pickCascade(larger, costs, { pairs: 3 })).toBeNull();
  });

  it('keeps its promise at each threshold, and counts booleans that differ without labels', () => {
    const { y, dear, cheap } = drawn(randomOf(4), 400, 0.3);
    const act = (reads: Float64Array, at: number) => reads.map((p) => (p >= at ? 1 : 0));
    // At 0.9 the overconfident engine acts on more than the dear one does.
    const cut = { cheap: act(cheap, 0.9), dear: act(dear, 0.9) };
    const free = cascadeOf({ y, dear, cheap }, costs, 0.05);
    const held = cascadeOf({ y, dear, cheap, cuts: [cut] }, costs, 0.05);
    expect(held?.low ?? 0).toBeLessThan(free?.low ?? 0);
    const curve = cascadeCurve({ y, dear, cheap, cuts: [cut] }, 0.05);
    const rule = 5;
    const stands = (row: number) => cheap[row] < 0.06 || cheap[row] > 0.94;
    const differ = [...y.keys()].filter((row) => stands(row) && cut.cheap[row] !== cut.dear[row]);
    expect(curve.cuts[0].differs[rule]).toBeCloseTo(differ.length / 400, 12);
    const harmed = differ.filter((row) => cut.dear[row] === y[row]);
    expect(curve.cuts[0].harmed[rule]).toBeCloseTo(harmed.length / 400, 12);
    expect(differ.length).toBeGreaterThan(harmed.length);
  });

  it('counts a document for as many answers as its labels stand for [ST-F6]', () => {
    const { y, dear, cheap } = drawn(randomOf(5), 200, 1);
    const twice = (column: ArrayLike<number>) => Float64Array.from({ length: 300 }, (_, i) => column[i % 200]);
    const weights = Float64Array.from({ length: 200 }, (_, i) => (i < 100 ? 2 : 1));
    const [weighed, repeated] = [
      cascadeCurve({ y, dear, cheap, weights }, 0.1),
      cascadeCurve(
        { y: twice(y), dear: twice(dear), cheap: twice(cheap), units: Array.from({ length: 300 }, (_, i) => i % 200) },
        0.1,
      ),
    ];
    expect(weighed.documents).toBeCloseTo(300 ** 2 / 500, 10);
    expect(weighed.harmed.length).toBeGreaterThan(3);
    expect(weighed.harmed).toEqual(repeated.harmed.map((share) => expect.closeTo(share, 12) as number));
    expect(weighed.asked).toEqual(repeated.asked.map((share) => expect.closeTo(share, 12) as number));
  });
});
