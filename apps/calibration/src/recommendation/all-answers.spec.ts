import { byChance, flaggedOnly, unmoved } from '@app/testing/world';
import type { WorldKind } from '@app/testing/world';
import type { LabelSet } from '../outcome/label/label-set';
import { worldCounts } from '../testing/world/answer-counts';
import { judgmentOf, labelSetOf } from '../testing/world/label-rows';
import { allAnswersOf } from './all-answers';
import { cutLabels } from './cut-labels';
import { recommend } from './recommendation';

const recall = { target: 'recall' as const, atLeast: 0.9 };
const precision = { target: 'precision' as const, atLeast: 0.6 };

function setOf(kind: WorldKind): LabelSet {
  const world = kind.make(1);
  return { ...labelSetOf(judgmentOf(world), world.labels), population: worldCounts(world) };
}
const recommended = (set: LabelSet, target: typeof recall | typeof precision, isHeldAgainstAll = true) =>
  recommend(cutLabels(set, { on: 'p' }), target, isHeldAgainstAll ? allAnswersOf(set) : null);

describe('a recommendation beside all current answers [ST-F3]', () => {
  it('holds no recall where answers that it misses have no label, and holds precision, which they cannot break', () => {
    const set = setOf(flaggedOnly);
    expect(recommended(set, recall, false).holds).toBe(true);
    const found = recommended(set, recall);
    expect(found).toMatchObject({ holds: false, speaks_for: 'labelled' });
    expect(found.notices?.map(({ code }) => code)).toEqual(['labels_unlike_answers']);
    expect(recommended(set, precision)).toMatchObject({ holds: true, speaks_for: 'labelled' });
  });

  it('speaks for all and keeps what holds where each tenth has labels', () => {
    for (const kind of [byChance, unmoved]) {
      const set = setOf(kind);
      const found = recommended(set, recall);
      expect(found).toMatchObject({ holds: recommended(set, recall, false).holds, speaks_for: 'all' });
    }
  });

  it('flags the share of all answers at or above its threshold', () => {
    const world = flaggedOnly.make(1);
    const { threshold, flagged } = recommended(setOf(flaggedOnly), precision);
    const above = world.answers.filter(({ p }) => p >= (threshold ?? NaN)).length;
    expect(flagged).toBeCloseTo(above / world.answers.length, 12);
  });

  it('of which no answer was counted says so, and flags the share of the labels', () => {
    const set = { ...setOf(unmoved), population: null };
    const found = recommended(set, recall);
    expect(found.notices?.map(({ code }) => code)).toEqual(['answers_not_counted']);
    expect(found).toMatchObject({ speaks_for: 'labelled', flagged: recommended(set, recall, false).flagged });
  });

  it('of a choice takes all unlabelled answers to be against it, since their side is not known', () => {
    const set = setOf(flaggedOnly);
    const counts = set.population!.counts;
    const all = allAnswersOf({ ...set, population: { counts, sampled: false, countedAtMs: 0 } });
    const proposed = { bound: 0.9, threshold: 0.5, flagged: 0.5, positive: 0.5 };
    expect(all.flaggedAt(0.5)).toBeNull();
    expect(all.boundOf({ target: 'precision', ...proposed })).toBeLessThan(0.6);
    expect(all.boundOf({ target: 'recall', ...proposed })).toBeLessThan(0.6);
  });
});
