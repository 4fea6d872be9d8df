import { movedLastMonth, repeatedLabels, unmoved } from '@app/testing/world';
import { makeFit } from '../figure/fit/make-fit';
import { pick } from '../outcome/label/label-set';
import { judgmentOf, labelSetOf, worldNowMs } from '../testing/world/label-rows';
import { windowTests } from './window-tests';

const monthMs = 30 * 86_400_000;
const floor = 0.005;

/** The tests of a world's last month by the fit of the labels before it. */
function testsOf(kind: typeof unmoved, seed: number) {
  const world = kind.make(seed);
  const set = labelSetOf(judgmentOf(world), world.labels);
  const isOld = (label: number) => set.observedMs[label] < worldNowMs - monthMs;
  const all = [...set.y.keys()];
  const before = all.filter(isOld);
  const { stored, losses, chosen } = makeFit(pick(set, before), floor);
  const window = all.filter((label) => !isOld(label));
  return windowTests(set, { stored, promised: losses[chosen], before, window }, floor);
}

describe('the tests of a month by the fit from before it', () => {
  it('see a truth that fell by 1.4 log odds, and what was read of it is beside what came true [CAL-01]', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const found = testsOf(movedLastMonth, seed);
      expect(found?.failed).toContain('mean');
      expect(found?.mean?.read).toBeGreaterThan((found?.mean?.observed ?? 1) + 0.1);
    }
  });

  it('are silent in most months in which nothing moved, also of documents labelled five times [CAL-01]', () => {
    const kinds = [unmoved, repeatedLabels(40)];
    const alarms = kinds.flatMap((kind) => [1, 2, 3, 4].map((seed) => testsOf(kind, seed)?.failed.length ?? 0));
    expect(alarms.filter((failed) => failed > 0).length).toBeLessThanOrEqual(2);
  });

  it('look at 10,000 labels of a side, the first ones [ST-F1]', () => {
    const world = unmoved.make(1);
    const set = labelSetOf(judgmentOf(world), world.labels);
    const came = [...set.y.keys()].filter((label) => set.y[label] === 1);
    const fit = { stored: makeFit(set, floor).stored, promised: 0.5, before: came };
    const many = [...Array.from({ length: 10_000 }, (_, at) => at % 300), ...came, ...came, ...came];
    const seenOf = (window: number[]) => windowTests(set, { ...fit, window }, floor)?.seen;
    expect(seenOf(many)).toEqual(seenOf(many.slice(0, 10_000)));
    expect(seenOf(many)?.means).not.toEqual(seenOf(came)?.means);
  });

  it('need labels on both sides [CAL-01]', () => {
    const world = unmoved.make(1);
    const set = labelSetOf(judgmentOf(world), world.labels.slice(0, 40));
    const all = [...set.y.keys()];
    const fit = { stored: makeFit(set, floor).stored, promised: 0.5 };
    expect(windowTests(set, { ...fit, before: all, window: [] }, floor)).toBeNull();
    expect(windowTests(set, { ...fit, before: [], window: all }, floor)).toBeNull();
  });
});
