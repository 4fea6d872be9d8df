import { randomOf } from '@app/statistics';
import { rivalled } from './engines';
import { WorldKind, ageBetween, drawAnswers, populationOf, postedLabel, sampleOf, steadyRate } from './world';

const documents = { mean: -1.5, deviation: 1.5 };
const flaggedFrom = 0.3;
const labelCount = 500;

/**
 * Worlds in which an answer is labelled with a chance that its p alone decides. The alternative is better where answers are likely
 * flagged, and worse where two thirds of the answers lie.
 * @param elsewhere noise of the alternative there
 */
function selectedBy(name: string, chanceOf: (p: number) => number, elsewhere: number): WorldKind {
  const engine = rivalled((z) => z > -0.85, elsewhere);
  const population = populationOf(documents, engine);
  const chooser = randomOf(2);
  const labelled = population.filter(({ p }) => chooser.uniform() < chanceOf(p));
  const rateAt = steadyRate(population);
  return {
    name,
    make(seed) {
      const random = randomOf(seed);
      const answers = drawAnswers(4_000, documents, engine, random);
      const known = answers.filter(({ p }) => random.uniform() < chanceOf(p));
      const labels = sampleOf(known, labelCount, random).map((one) => {
        return postedLabel(one, ageBetween(0, 180, random), random);
      });
      return { answers, labels, population, labelled, rateAt };
    },
  };
}

/** Outcomes are known of flagged answers alone, as at a desk that looks at nothing else. */
export const flaggedOnly = selectedBy('labels of flagged answers only', (p) => (p >= flaggedFrom ? 1 : 0), 1.8);

/** Every answer may be labelled, likely ones more often. */
export const byChance = selectedBy('labels by p', (p) => 0.1 + 0.9 * p, 2.4);
