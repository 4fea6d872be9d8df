import { randomOf } from '@app/statistics';
import { saturated } from './engines';
import { WorldKind, ageBetween, drawAnswers, populationOf, postedLabel, steadyRate } from './world';

/** On a grid a scan has few thresholds to look at, and each look has its chance of a false promise. */
const documents = { mean: 0, deviation: 1.5, isFine: true };
/** Share of the answers above 0.9 that comes true, 0.03 below the precision that is asked for. */
const flatPrecision = 0.77;
export const wantedPrecision = 0.8;

const engine = saturated(flatPrecision);
const population = populationOf(documents, engine);
const rateAt = steadyRate(population);

/** No threshold reaches the wanted precision, and half of the answers miss it by little. */
export const flatBelowTarget: WorldKind = {
  name: 'precision flat 0.03 below the target',
  make(seed) {
    const random = randomOf(seed);
    const answers = drawAnswers(1_000, documents, engine, random);
    const labels = answers.slice(0, 400).map((one) => postedLabel(one, ageBetween(0, 180, random), random));
    return { answers, labels, population, labelled: population, rateAt };
  },
};
