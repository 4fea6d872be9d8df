import { Numbers } from '../number/numbers';
import { defaultFloor, floorDistribution, logLossOf } from '../number/probability';

/**
 * The worst possible loss(active) - loss(alternative) of these reads, over rows and both outcomes, in nats.
 * @param floor of the active engine; each side's reads are clipped at the floor of their own engine
 */
export function worstDifference(
  active: Numbers,
  alternative: Numbers,
  floor = defaultFloor,
  alternativeFloor = floor,
): number {
  let worst = Infinity;
  for (let i = 0; i < active.length; i += 1) {
    for (const y of [0, 1]) {
      worst = Math.min(worst, logLossOf(active[i], y, floor) - logLossOf(alternative[i], y, alternativeFloor));
    }
  }
  return worst;
}

/** The worst possible difference over the options of choices or the levels of scores. */
export function worstChoiceDifference(
  active: readonly Numbers[],
  alternative: readonly Numbers[],
  floor = defaultFloor,
  alternativeFloor = floor,
): number {
  return active.reduce((worst, dist, i) => {
    const [a, b] = [floorDistribution(dist, floor), floorDistribution(alternative[i], alternativeFloor)];
    return a.reduce((least, p, k) => Math.min(least, Math.log(b[k]) - Math.log(p)), worst);
  }, Infinity);
}
