import {
  byChance,
  combinedParts,
  flaggedOnly,
  flatBelowTarget,
  movedLastMonth,
  newEpoch,
  repeatedLabels,
  tooSure,
  unmoved,
} from '.';
import { performanceOf } from './truth';
import type { PlantedAnswer, PlantedLabel, WorldKind } from './world';

const kinds: WorldKind[] = [
  unmoved,
  flaggedOnly,
  byChance,
  movedLastMonth,
  repeatedLabels(40),
  combinedParts,
  flatBelowTarget,
  newEpoch,
  tooSure(unmoved),
];
const meanOf = (answers: readonly PlantedAnswer[], of: (answer: PlantedAnswer) => number) =>
  answers.reduce((sum, answer) => sum + of(answer), 0) / answers.length;
const cameOf = (labels: readonly PlantedLabel[]) => labels.filter(({ came }) => came).length / labels.length;

describe.each(kinds)('a world of $name', (kind) => {
  it('is the same for the same seed, and another one for another', () => {
    expect(kind.make(3)).toEqual(kind.make(3));
    expect(kind.make(4).labels).not.toEqual(kind.make(3).labels);
  });

  it('has labels that come true as often as the answers that they are like [CAL-01]', () => {
    const { labelled } = kind.make(1);
    const newest = kind.make(1).labels.at(-1)?.epoch;
    const labels = Array.from({ length: 8 }, (_, seed) => kind.make(seed + 1).labels).flat();
    const own = labels.filter(({ epoch }) => epoch === newest);
    const documents = new Set(own.map(({ document, q }) => `${document} ${q}`)).size;
    const share = meanOf(labelled, ({ q }) => q);
    expect(Math.abs(cameOf(own) - share)).toBeLessThan(3.5 * Math.sqrt((share * (1 - share)) / documents));
    expect(Math.abs(meanOf(own, ({ p }) => p) - meanOf(labelled, ({ p }) => p))).toBeLessThan(
      1.2 / Math.sqrt(documents),
    );
  });
});

describe('what is special in a world', () => {
  it('labels of flagged answers only leave two thirds of the answers without one', () => {
    const { answers, labels } = flaggedOnly.make(1);
    expect(Math.min(...labels.map(({ p }) => p))).toBeGreaterThanOrEqual(0.3);
    expect(answers.filter(({ p }) => p < 0.3).length / answers.length).toBeGreaterThan(0.6);
  });

  it('a shift lies in the last month alone: 150 of 600 labels', () => {
    const { labels, rateAt } = movedLastMonth.make(1);
    expect(labels).toHaveLength(600);
    expect(labels.filter(({ daysAgo }) => daysAgo < 30)).toHaveLength(150);
    expect(rateAt(29)).toBeLessThan(rateAt(31) - 0.15);
    expect(meanOf(movedLastMonth.make(1).population, ({ q }) => q)).toBeCloseTo(rateAt(0), 12);
  });

  it('a document of five labels has one outcome', () => {
    const outcomes = new Map(
      repeatedLabels(40)
        .make(1)
        .labels.map(({ document, came }) => [document, came]),
    );
    const { labels } = repeatedLabels(40).make(1);
    expect(outcomes.size).toBe(40);
    expect(labels.every(({ document, came }) => outcomes.get(document) === came)).toBe(true);
  });

  it('where precision is flat no threshold reaches 0.8, and half of the answers miss it by 0.03', () => {
    const { population } = flatBelowTarget.make(1);
    const chances = { p: population.map(({ p }) => p), q: population.map(({ q }) => q) };
    for (let t = 0.02; t < 0.99; t += 0.02) expect(performanceOf(chances, t).precision).toBeLessThan(0.775);
    expect(performanceOf(chances, 0.9)).toMatchObject({ precision: expect.closeTo(0.77, 6), flagged: 0.5 });
  });
});
