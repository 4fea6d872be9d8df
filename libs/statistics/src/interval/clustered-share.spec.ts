import fc from 'fast-check';
import { Random, randomOf } from '../random/random';
import { clusteredShare } from './clustered-share';
import { wilson } from './proportion';

const samples = process.env.LONG === '1' ? 4_000 : 400;

/** Documents with so many rows each; a row repeats its document's outcome with the chance `alike`. */
function drawn(sizes: readonly number[], share: number, alike: number, random: Random) {
  const yes = () => (random.uniform() < share ? 1 : 0);
  const rows = sizes.flatMap((size, unit) => {
    const own = yes();
    return Array.from({ length: size }, () => ({ unit, y: random.uniform() < alike ? own : yes() }));
  });
  return { y: rows.map(({ y }) => y), units: rows.map(({ unit }) => unit) };
}

const equal = (documents: number, times: number) => Array<number>(documents).fill(times);
const unequal = Array.from({ length: 60 }, (_, document) => 1 + (document % 10));

describe('the interval of a share over documents', () => {
  it.each([
    { name: '40 documents of five equal rows', sizes: equal(40, 5), share: 0.5, alike: 1 },
    { name: '40 documents of five equal rows, rare', sizes: equal(40, 5), share: 0.1, alike: 1 },
    { name: '200 documents of five equal rows', sizes: equal(200, 5), share: 0.3, alike: 1 },
    { name: '40 documents of five rows, half of them alike', sizes: equal(40, 5), share: 0.3, alike: 0.7 },
    { name: '40 documents of five rows that are not alike', sizes: equal(40, 5), share: 0.3, alike: 0 },
    { name: '60 documents of one to ten equal rows', sizes: unequal, share: 0.3, alike: 1 },
    { name: '60 documents of one to ten rows, half of them alike', sizes: unequal, share: 0.3, alike: 0.7 },
    { name: '200 documents of one row', sizes: equal(200, 1), share: 0.3, alike: 1 },
  ])('covers the truth: $name [CAL-01]', ({ sizes, share, alike }) => {
    const random = randomOf(11);
    let covered = 0;
    for (let sample = 0; sample < samples; sample += 1) {
      const { y, units } = drawn(sizes, share, alike, random);
      const found = clusteredShare(y, { units });
      const [low, high] = wilson((found?.share ?? 0) * (found?.effective ?? 0), found?.effective ?? 0);
      if (low <= share && share <= high) covered += 1;
    }
    expect(covered / samples).toBeGreaterThanOrEqual(0.93 - 3 * Math.sqrt((0.93 * 0.07) / samples));
  });

  it('is that of plain rows, and of weighted ones, where each document has one row [CAL-10]', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 1, max: 9 })), { minLength: 1 });
    fc.assert(
      fc.property(rows, (all) => {
        const [y, weights] = [all.map(([one]) => one), all.map(([, weight]) => weight)];
        const units = all.map((_, unit) => unit);
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const squares = weights.reduce((total, weight) => total + weight * weight, 0);
        expect(clusteredShare(y, { units })).toMatchObject({
          effective: expect.closeTo(y.length, 9),
          documents: y.length,
        });
        expect(clusteredShare(y, { units, weights })?.effective).toBeCloseTo((sum * sum) / squares, 9);
      }),
    );
  });

  it('tells as much as its documents where rows repeat them, and no more at a share of 0 or 1 [CAL-10]', () => {
    const units = [1, 1, 1, 2, 2, 2, 3, 3, 3];
    expect(clusteredShare([1, 1, 1, 0, 0, 0, 1, 1, 1], { units })).toMatchObject({ documents: 3, effective: 3 });
    expect(
      clusteredShare(
        units.map(() => 0),
        { units },
      ),
    ).toEqual({ share: 0, documents: 3, effective: 3 });
    expect(clusteredShare([], {})).toBeNull();
  });
});
