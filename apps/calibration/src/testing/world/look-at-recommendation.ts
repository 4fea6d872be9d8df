import { type Target } from '@app/statistics';
import { performanceOf } from '@app/testing/world';
import { allAnswersOf } from '../../recommendation/all-answers';
import { cutLabels } from '../../recommendation/cut-labels';
import { recommend } from '../../recommendation/recommendation';
import { isDrifting } from '../../drift/drift';
import { whileDrifting } from '../../recommendation/while-drifting';
import type { JudgedWorld } from './judged-world';
import { worldNowMs } from './label-rows';
import { type Observation, covers, isTrue } from './observation';

const targets: readonly Target[] = [
  { target: 'precision', atLeast: 0.8 },
  { target: 'precision', atLeast: 0.9 },
  { target: 'recall', atLeast: 0.9 },
];

/** Recommended thresholds, beside what they do to all answers of now. */
export function lookAtRecommendations({ set, before, truthOf }: JudgedWorld): Observation[] {
  const labels = cutLabels(set, { on: 'p' });
  const hasDrifted = isDrifting(set, before, worldNowMs);
  const answers = allAnswersOf(set);
  return targets.flatMap((target) => {
    if (target.target === 'cost') return [];
    const name = `${target.target} of ${target.atLeast}`;
    const recommended = whileDrifting(recommend(labels, target, answers), hasDrifted);
    const { threshold, holds, precision, recall, flagged, speaks_for = 'all' } = recommended;
    if (threshold === null) return [isTrue('recommendation', `holds, ${name}`, !holds)];
    const real = performanceOf(truthOf(speaks_for).raw, threshold);
    // Whether it holds is a promise about all answers.
    const all = performanceOf(truthOf('all').raw, threshold);
    const reached = all[target.target] >= target.atLeast;
    return [
      isTrue('recommendation', `holds, ${name}`, !holds || reached),
      ...covers('recommendation', `precision at the pick, ${name}`, precision?.interval, real.precision),
      ...covers('recommendation', `recall at the pick, ${name}`, recall?.interval, real.recall),
      isTrue('recommendation', `flagged within 0.05, ${name}`, Math.abs(flagged - all.flagged) <= 0.05),
    ];
  });
}
