import { Random, logit, randomOf, sigmoid } from '@app/statistics';
import { evenEngine } from './engines';
import {
  Engine,
  PlantedAnswer,
  WorldKind,
  ageBetween,
  drawAnswers,
  gridFloor,
  onGrid,
  populationOf,
  postedLabel,
  steadyRate,
} from './world';

const documents = { mean: 0, deviation: 1.5 };
const times = 5;
/** Two answers about one document differ by so many log odds. */
const wobble = 0.3;

const again = (answer: PlantedAnswer, random: Random): PlantedAnswer => {
  const seen = (p: number) => sigmoid(logit(p, gridFloor) + wobble * random.normal());
  return onGrid({ ...answer, p: seen(answer.p), rival: seen(answer.rival) });
};

const engine: Engine = (z, random) => again(onGrid({ document: '', ...evenEngine(z, random) }), random);
const population = populationOf(documents, engine);
const rateAt = steadyRate(population);

/** Each document is answered and labelled five times, and its outcome is the same each time. */
export const repeatedLabels = (count: number): WorldKind => ({
  name: `five labels of each of ${count} documents`,
  make(seed) {
    const random = randomOf(seed);
    const all = drawAnswers(2_000, documents, evenEngine, random);
    const labels = all.slice(0, count).flatMap((document) => {
      const { came } = postedLabel(document, 0, random);
      return Array.from({ length: times }, () => {
        return { ...postedLabel(again(document, random), ageBetween(0, 60, random), random), came };
      });
    });
    const answers = all.map((document) => again(document, random));
    return { answers, labels, population, labelled: population, rateAt };
  },
});
