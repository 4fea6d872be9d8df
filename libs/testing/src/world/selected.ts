import { randomOf } from '@app/statistics';
import { rivalled } from './engines';
import {
  PlantedAnswer,
  WorldKind,
  ageBetween,
  drawAnswers,
  populationOf,
  postedLabel,
  sampleOf,
  steadyRate,
} from './world';

const documents = { mean: -1.5, deviation: 1.5 };
/** The alternative is better where answers are likely flagged, and far worse where two thirds of the answers lie. */
const engine = rivalled((z) => z > -0.85);
const flaggedFrom = 0.3;
const isFlagged = ({ p }: PlantedAnswer) => p >= flaggedFrom;
const population = populationOf(documents, engine);
const rateAt = steadyRate(population);

/** Outcomes are known of flagged answers alone, as at a desk that looks at nothing else. */
export const flaggedOnly: WorldKind = {
  name: 'labels of flagged answers only',
  make: (seed) => worldOf(seed, (answer) => (isFlagged(answer) ? 1 : 0), population.filter(isFlagged)),
};

const chanceOf = ({ p }: PlantedAnswer) => 0.1 + 0.9 * p;

const chooser = randomOf(2);
const sampled = population.filter((answer) => chooser.uniform() < chanceOf(answer));

/** Every answer may be labelled, likely ones more often. */
export const byChance: WorldKind = {
  name: 'labels by p',
  make: (seed) => worldOf(seed, chanceOf, sampled),
};

const labelCount = 500;

function worldOf(seed: number, chance: (answer: PlantedAnswer) => number, labelled: PlantedAnswer[]) {
  const random = randomOf(seed);
  const answers = drawAnswers(4_000, documents, engine, random);
  const known = answers.filter((answer) => random.uniform() < chance(answer));
  const labels = sampleOf(known, labelCount, random).map((one) => postedLabel(one, ageBetween(0, 180, random), random));
  return { answers, labels, population, labelled, rateAt };
}
