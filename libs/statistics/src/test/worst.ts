import { Numbers } from '../number/numbers';
import { defaultFloor, floorDistribution, logLossOf } from '../number/probability';

/** The worst possible loss(active) - loss(alternative) of these reads, over rows and both outcomes, in nats. */
export function worstDifference(active: Numbers, alternative: Numbers, floor = defaultFloor): number {
  let worst = Infinity;
  for (let i = 0; i < active.length; i += 1) {
    for (const y of [0, 1]) {
      worst = Math.min(worst, logLossOf(active[i], y, floor) - logLossOf(alternative[i], y, floor));
    }
  }
  return worst;
}

/** The worst possible difference over the options of choices or the levels of scores. */
export function worstChoiceDifference(
  active: readonly Numbers[],
  alternative: readonly Numbers[],
  floor = defaultFloor,
): number {
  return active.reduce((worst, dist, i) => {
    const [a, b] = [floorDistribution(dist, floor), floorDistribution(alternative[i], floor)];
    return a.reduce((least, p, k) => Math.min(least, Math.log(b[k]) - Math.log(p)), worst);
  }, Infinity);
}
