import { combine, randomOf, sigmoid } from '@app/statistics';
import {
  Engine,
  WorldKind,
  ageBetween,
  drawAnswers,
  gridFloor,
  inHundredths,
  populationOf,
  postedLabel,
  steadyRate,
} from './world';

const documents = { mean: 0, deviation: 1 };

/** Two parts that say too little each, and too low: their plain mean is far from what comes true. */
const engine: Engine = (z, random) => {
  const other = random.normal();
  const part = (seen: number) => ({ p: inHundredths(sigmoid(0.8 * seen - 1)) });
  const parts = { first: part(z), second: part(other) };
  const rival = sigmoid(1.2 * z + 1.2 * other + 0.5 + 0.5 * random.normal());
  return {
    q: sigmoid(1.2 * z + 1.2 * other + 0.5),
    p: combine(parts, null, null, gridFloor),
    rival,
    parts: { first: parts.first.p, second: parts.second.p },
  };
};
const population = populationOf(documents, engine, 8_000);
const rateAt = steadyRate(population);

/** A composite judgment: its labels have the plain mean of the parts, and a fit of them combines every later answer. */
export const combinedParts: WorldKind = {
  name: 'a composite after its fit',
  make(seed) {
    const random = randomOf(seed);
    const answers = drawAnswers(1_000, documents, engine, random);
    const labels = answers.slice(0, 300).map((one) => postedLabel(one, ageBetween(0, 180, random), random));
    return { answers, labels, population, labelled: population, rateAt };
  },
};
