import {
  type WorldKind,
  byChance,
  combinedParts,
  flaggedOnly,
  flatBelowTarget,
  repeatedLabels,
  unmoved,
} from '@app/testing/world';
import { unlikeness } from './labels-unlike';
import { tenthOf } from './post-stratify';

const worlds = process.env.LONG === '1' ? 2_000 : 60;

/** The share of worlds in which labels are said to be unlike the answers, at one in a hundred. */
function shareUnlike(kind: WorldKind): number {
  let told = 0;
  for (let seed = 1; seed <= worlds; seed += 1) {
    const { answers, labels } = kind.make(seed);
    const counts = new Array<number>(10).fill(0);
    for (const { p } of answers) counts[tenthOf(p)] += 1;
    const units = labels.map(({ document }) => Number(document.slice(1)));
    const found = unlikeness({ x: labels.map(({ p }) => tenthOf(p)), units }, counts);
    if ((found?.p ?? 1) < 0.01) told += 1;
  }
  return told / worlds;
}

describe('labels beside all answers', () => {
  it.each([unmoved, flatBelowTarget, combinedParts, repeatedLabels(40), repeatedLabels(200)])(
    'are said to be unlike them in about one world of a hundred where they are a sample: $name [CAL-01]',
    (kind) => expect(shareUnlike(kind)).toBeLessThanOrEqual(0.05),
  );

  it.each([flaggedOnly, byChance])('are said to be unlike them where they are selected: $name [CAL-01]', (kind) => {
    expect(shareUnlike(kind)).toBe(1);
  });

  it('show each tenth, and need labels and answers [CAL-01]', () => {
    const answers = [50, 0, 0, 0, 0, 0, 0, 0, 0, 50];
    const found = unlikeness({ x: [0.05, 0.05, 0.95, 1].map(tenthOf), weights: [1, 1, 1, 5] }, answers);
    expect(found?.strata[0]).toEqual({ answers: 0.5, labels: 0.25 });
    expect(found?.strata[9]).toEqual({ answers: 0.5, labels: 0.75 });
    expect(unlikeness({ x: [] }, answers)).toBeNull();
    expect(unlikeness({ x: [5] }, new Array<number>(10).fill(0))).toBeNull();
  });
});
