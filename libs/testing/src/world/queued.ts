import { randomOf } from '@app/statistics';
import { rivalledWhereUnsure } from './engines';
import {
  PlantedAnswer,
  PlantedLabel,
  WorldKind,
  ageBetween,
  drawAnswers,
  populationOf,
  postedLabel,
  sampleOf,
  steadyRate,
} from './world';

const documents = { mean: -1, deviation: 1.5 };
/** The alternative is better where answers are unsure, and worse elsewhere: in all it is worse. */
const engine = rivalledWhereUnsure(0, 0.9);
const population = populationOf(documents, engine);
const rateAt = steadyRate(population);

/** An answer that a draw of the review queue took. */
export interface DrawnAnswer {
  answer: PlantedAnswer;
  /** The inverse of its chance in this draw. */
  weight: number;
}

/**
 * The service's own draw of the review queue.
 * @param labelled answers that are labelled already
 */
export type DrawQueue = (
  candidates: readonly PlantedAnswer[],
  labelled: readonly PlantedAnswer[],
  count: number,
  uniform: () => number,
) => DrawnAnswer[];

/** Half of the labels are of the review queue, and of the last three weeks; the others were posted before. */
export const halfQueued = (drawQueue: DrawQueue): WorldKind => ({
  name: 'half of the labels are of the queue',
  make(seed) {
    const random = randomOf(seed);
    const answers = drawAnswers(4_000, documents, engine, random);
    const labels: PlantedLabel[] = answers
      .slice(0, 200)
      .map((one) => postedLabel(one, ageBetween(40, 140, random), random));
    for (const draw of [1, 2]) {
      const taken = new Set(labels.map(({ document }) => document));
      const seen = sampleOf(answers, 1_000, random).filter(({ document }) => !taken.has(document));
      const drawn = drawQueue(seen, labels, 100, () => random.uniform());
      for (const { answer, weight } of drawn) {
        const label = postedLabel(answer, ageBetween(1, 20, random), random);
        labels.push({ ...label, source: 'queue', weight: 4 * weight, draw, drawSize: drawn.length });
      }
    }
    return { answers, labels, population, labelled: population, rateAt };
  },
});
