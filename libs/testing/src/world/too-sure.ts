import { logit, sigmoid } from '@app/statistics';
import { type PlantedAnswer, type WorldKind, gridFloor, inHundredths } from './world';

/** How much too far from 0.5 such answers are, in log odds. */
const times = 1.8;

const surer = <Answer extends PlantedAnswer>(answer: Answer): Answer => ({
  ...answer,
  p: inHundredths(sigmoid(times * logit(answer.p, gridFloor))),
});

/** The same truth under an engine that is far too sure: a fit reads its answers better than they read raw, whatever is labelled. */
export function tooSure(kind: WorldKind): WorldKind {
  return {
    name: `${kind.name}, too sure`,
    make(seed) {
      const { answers, labels, population, labelled, ...world } = kind.make(seed);
      const own = population.map(surer);
      const known = labelled === population ? own : labelled.map(surer);
      return { ...world, answers: answers.map(surer), labels: labels.map(surer), population: own, labelled: known };
    },
  };
}
