import fc from 'fast-check';
import type { Candidate } from './candidates';
import { advancing, choosingOf, dealt, hasHeats, maxRounds, roundSizes, winnersOf } from './heats';

const candidates = (count: number, tokens = 10): Candidate[] =>
  Array.from({ length: count }, (_, n) => ({ value: `d${n}`, description: `name ${n}`, tokens }));
const idsOf = (some: readonly Candidate[]): string =>
  some
    .map(({ value }) => value)
    .sort()
    .join();
const document = { id: 'd', version: 3 };
const of = (options: Candidate[], room: number) => {
  const longest = Math.max(0, ...options.map(({ tokens }) => tokens));
  return { options, longest, room, truncated: false };
};

describe('candidates of one question', () => {
  it('are as many as the engine takes, and as fit into its room [REL-11]', () => {
    expect(choosingOf(of(candidates(300), 1000), 254)).toMatchObject({ perQuestion: 100, cut: false });
    expect(choosingOf(of(candidates(300, 2), 1000), 254)).toMatchObject({ perQuestion: 254, cut: false });
    expect(choosingOf(of(candidates(300), 1000), 8)).toMatchObject({ perQuestion: 8, cut: false });
    expect(choosingOf(of(candidates(5, 2000), 1000), 254)).toMatchObject({ perQuestion: 2, cut: false });
    expect(choosingOf(of([], 1000), 254)).toMatchObject({ options: [], cut: false });
    expect(hasHeats(choosingOf(of(candidates(8), 1000), 8))).toBe(false);
    expect(hasHeats(choosingOf(of(candidates(9), 1000), 8))).toBe(true);
  });

  it('are cut to what three rounds take [REL-11]', () => {
    const { options, cut } = choosingOf(of(candidates(300), 1000), 4);
    expect([options.length, cut]).toEqual([64, true]);
    expect(options[0].value).toBe('d0');
  });
});

describe('heats', () => {
  it('are dealt the same way for a version of a document, and another way for the next [REL-11]', () => {
    const heats = dealt(candidates(30), document, 8);
    expect(heats.map((heat) => heat.length)).toEqual([8, 8, 7, 7]);
    expect(dealt([...candidates(30)].reverse(), document, 8)).toEqual(heats);
    expect(dealt(candidates(30), { ...document, version: 4 }, 8)).not.toEqual(heats);
    expect(dealt(candidates(8), document, 8)).toEqual([candidates(8)]);
  });

  it('never take more than three rounds, a question more than it may have, or lose a candidate on the way [REL-11]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 0, max: 10_000 }), (perQuestion, count) => {
        const { options } = choosingOf(of(candidates(count, 1), 1000), perQuestion);
        const sizes = roundSizes(options.length, perQuestion);
        expect(sizes.length).toBeLessThanOrEqual(maxRounds);
        let left: readonly Candidate[] = options;
        for (const round of sizes) {
          const heats = dealt(left, document, perQuestion);
          expect(heats.map((heat) => heat.length)).toEqual(round);
          expect(Math.max(...round)).toBeLessThanOrEqual(perQuestion);
          expect(idsOf(heats.flat())).toBe(idsOf(left));
          left = heats.flatMap((heat) => winnersOf(heat, {}, advancing(heats.length, perQuestion)));
        }
        expect(sizes.at(-1)).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  it('send their likeliest candidates on, and equal ones by id [REL-11]', () => {
    const heat = candidates(4);
    const ids = (dist: Record<string, number>, count: number) => winnersOf(heat, dist, count).map(({ value }) => value);
    expect(ids({ d0: 0.1, d2: 0.5, d3: 0.2 }, 2)).toEqual(['d2', 'd3']);
    expect(ids({ d3: 0.2, d2: 0.2 }, 3)).toEqual(['d2', 'd3', 'd0']);
  });
});
