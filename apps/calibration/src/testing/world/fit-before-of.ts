import { gridFloor } from '@app/testing/world';
import { type FitBefore, windowStartMs } from '../../drift/fit-before';
import { lossesOf } from '../../figure/figures';
import { makeFit, minLabels } from '../../figure/fit/make-fit';
import { type LabelSet, pick } from '../../outcome/label/label-set';
import { weightsOf } from '../../outcome/label/label-weights';
import { worldNowMs } from './label-rows';

/** The fit of the night in which the last 30 days began; null where too few labels are older. */
export function fitBeforeOf(set: LabelSet): FitBefore | null {
  const startMs = windowStartMs(worldNowMs);
  const labels = Array.from(set.y.keys()).filter((label) => set.observedMs[label] < startMs);
  if (labels.length < minLabels) return null;
  const own = pick(set, labels);
  const { stored, heldOut } = makeFit(own, gridFloor);
  const losses = lossesOf(own, heldOut, gridFloor);
  const weights = weightsOf(own, [...own.y.keys()]) ?? losses.map(() => 1);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const promised = losses.reduce((sum, loss, label) => sum + weights[label] * loss, 0) / all;
  return { id: 'fit_0', madeAt: new Date(startMs), stored, labels: labels.length, floor: gridFloor, promised };
}
