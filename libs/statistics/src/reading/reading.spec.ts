import fc from 'fast-check';
import { ProbabilityMap, readMap } from '../map/probability-map';
import { directionOf } from '../map/direction';
import { preimageOf } from './preimage';
import { inBillionths } from '../number/numbers';
import { StoredFit, readStored } from './stored-fit';

const floor = 0.005;
const maps: ProbabilityMap[] = [
  { kind: 'raw' },
  { kind: 'platt', a: 0.6, b: -0.4, floor },
  { kind: 'platt', a: -0.5, b: 0.2, floor },
  { kind: 'beta', a: 0.7, b: 1.4, d: 0.3, floor },
  { kind: 'isotonic', x: [0.1, 0.2, 0.5, 0.9], y: [0.05, 0.2, 0.2, 0.8] },
];
const reads = (map: ProbabilityMap, p: number): number => {
  const read = readStored({ type: 'bool', map }, { number: p });
  return read?.type === 'bool' ? read.p : NaN;
};
const share = fc.oneof(fc.constantFrom(0, 0.2, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));

describe('a stored fit', () => {
  it.each(maps)('reads within a bound exactly when the raw number lies in the preimage: %j', (map) => {
    fc.assert(
      fc.property(share, share, (bound, p) => {
        const found = preimageOf(
          map,
          (value) => value < bound,
          () => false,
        );
        const within = found !== null && p >= found.low && p <= found.high;
        expect(within).toBe(reads(map, p) >= bound);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the numbers with one value, and none for a value that does not occur', () => {
    const isotonic = maps[4];
    const equal = (bound: number) =>
      preimageOf(
        isotonic,
        (value) => value < bound,
        (value) => value > bound,
      );
    const flat = equal(0.2);
    expect(flat?.low).toBeCloseTo(0.2, 8);
    expect(flat?.high).toBeCloseTo(0.5, 8);
    expect(equal(0.9)).toBeNull();
    expect(equal(0.05)).toMatchObject({ low: 0 });
  });

  it('recognises maps that are not monotone', () => {
    expect(maps.map(directionOf)).toEqual([1, 1, -1, 1, 1]);
    const turning: ProbabilityMap = { kind: 'beta', a: 1, b: -1, d: 0, floor };
    expect(directionOf(turning)).toBe(0);
    // They turn outside the reads that an engine with this floor can give: at 0.999 and at 0.001.
    const [rises, falls] = [
      { ...turning, b: -0.001, floor: 0.005 },
      { ...turning, a: 0.001, floor: 0.005 },
    ];
    expect([rises, falls].map(directionOf)).toEqual([1, -1]);
    expect(readMap(rises, 0)).toBe(readMap(rises, 0.005));
    expect([readMap(rises, 0.999), readMap(falls, 0.001)]).toEqual([readMap(rises, 0.995), readMap(falls, 0.005)]);
    expect(() =>
      preimageOf(
        turning,
        () => false,
        () => false,
      ),
    ).toThrow(RangeError);
  });

  it('reads choices with their escape and scores by their levels, and null without numbers', () => {
    const choice: StoredFit = {
      type: 'choice',
      options: ['a', 'b'],
      map: { kind: 'temperature', beta: 2, floor: 1e-6 },
    };
    const read = readStored(choice, { number: null, dist: { a: 0.2, b: 0.2 }, escapeP: 0.6 });
    expect(read).toEqual({
      type: 'choice',
      value: null,
      dist: { a: inBillionths(0.04 / 0.44), b: inBillionths(0.04 / 0.44) },
      escapeP: inBillionths(0.36 / 0.44),
    });
    const score: StoredFit = { type: 'score', levels: [1, 2.5, 4], map: { kind: 'raw' } };
    expect(readStored(score, { number: 2, dist: { '1': 0.25, '2.5': 0.5, '4': 0.25 } })).toEqual({
      type: 'score',
      score: 2.5,
      value: 2.5,
      dist: { '1': 0.25, '2.5': 0.5, '4': 0.25 },
    });
    expect([readStored(choice, { number: null }), readStored(score, { number: 3 })]).toEqual([null, null]);
    expect(readStored({ type: 'bool', map: maps[1] }, { number: null })).toBeNull();
  });
});
