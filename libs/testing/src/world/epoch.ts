import { logit, randomOf, sigmoid } from '@app/statistics';
import { evenEngine } from './engines';
import { Engine, WorldKind, ageBetween, drawAnswers, populationOf, postedLabel, steadyRate } from './world';

const documents = { mean: -0.5, deviation: 1.5 };
/** The new engine is far too sure. */
const newEngine: Engine = (z, random) => {
  const answer = evenEngine(z, random);
  return { ...answer, p: sigmoid(2 * logit(answer.p) + 0.5) };
};
const population = populationOf(documents, newEngine);
const rateAt = steadyRate(population);

/** Twenty days ago the engine changed, and 60 of 560 labels are of its answers. */
export const newEpoch: WorldKind = {
  name: 'a new epoch',
  make(seed) {
    const random = randomOf(seed);
    const old = drawAnswers(500, documents, evenEngine, random);
    const answers = drawAnswers(2_000, documents, newEngine, random).map((one) => ({
      ...one,
      document: `n${one.document}`,
    }));
    const labels = [
      ...old.map((one) => postedLabel(one, ageBetween(20, 200, random), random)),
      ...answers.slice(0, 60).map((one) => ({ ...postedLabel(one, ageBetween(0, 20, random), random), epoch: 'e2' })),
    ];
    return { answers, labels, population, labelled: population, rateAt };
  },
};
