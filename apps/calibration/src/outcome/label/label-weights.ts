import { postStratify } from '@app/statistics';
import { LabelSet, sources } from './label-set';
import { strataOf } from './strata';

/** Labels of one draw of the review queue. */
interface Draw {
  /** How many answers it took. */
  size: number;
  /** How many of them are labelled here. */
  labelled: number;
  /** How many labels here are of later draws. */
  later: number;
}

const queue = sources.indexOf('queue');

/**
 * How many answers each label counts for; null when all count the same. Labels of the review queue count as their draw says.
 * Where all current answers were counted, the labels of each stratum together count for its share of the answers, and the weights
 * sum to the number of labels. Where none of their strata has an answer they count as if answers had not been counted.
 * @param indexes the labels to weigh
 * @returns one weight for each index
 * @see postStratify
 */
export function weightsOf(set: LabelSet, indexes: readonly number[]): Float64Array | null {
  const queued = queueWeightsOf(set, indexes);
  if (set.population === null || indexes.length === 0) return queued;
  const strata = strataOf(set);
  const taken = indexes.map((label) => strata[label]);
  const { weights } = postStratify(taken, queued, set.population.counts);
  // Labels of which no stratum has an answer, such as those of one week, stand for no answer of now.
  return weights.some((weight) => weight > 0) ? weights : queued;
}

/**
 * How many answers each label of the review queue stands for, and 1 for others; null when none is of the queue.
 *
 * A draw of n answers took each with its own probability, of which the stored weight is the inverse, among the answers that
 * no draw had taken before. So what the draws before have taken, and the weighted answers of the draw itself, together
 * estimate all answers without bias (Des Raj 1956, JASA 51). The draws are averaged by the number of their labels: a draw of
 * one answer counts as one label, and a draw of which nothing is labelled yet not at all. The labels of a draw are a random
 * part of it, since it is offered in random order.
 *
 * The weights of queue labels are scaled to sum to their number, so that a few do not outweigh all posted labels.
 * @param indexes the labels to weigh
 * @returns one weight for each index
 */
export function queueWeightsOf(set: LabelSet, indexes: readonly number[]): Float64Array | null {
  const drawn = indexes.filter((label) => set.source[label] === queue);
  if (drawn.length === 0) return null;
  const draws = drawsOf(set, drawn);
  const combined = new Map(
    drawn.map((label) => [label, combinedWeight(set.weights[label], draws.get(set.draws[label]))]),
  );
  const sum = [...combined.values()].reduce((total, weight) => total + weight, 0);
  const scale = drawn.length / sum;
  return Float64Array.from(indexes, (label) => {
    const weight = combined.get(label);
    return weight === undefined ? 1 : weight * scale;
  });
}

function combinedWeight(weight: number, draw: Draw | undefined): number {
  if (!draw) return weight;
  return draw.size * weight + (draw.size / draw.labelled) * draw.later;
}

function drawsOf({ draws, drawSizes }: LabelSet, drawn: readonly number[]): Map<number, Draw> {
  const found = new Map<number, Draw>();
  for (const label of drawn) {
    const draw = found.get(draws[label]) ?? { size: drawSizes[label], labelled: 0, later: 0 };
    draw.labelled += 1;
    found.set(draws[label], draw);
  }
  let later = 0;
  for (const [, draw] of [...found].sort(([a], [b]) => b - a)) {
    // A label on an answer can be replaced by another one; then more labels than answers stand for the draw.
    draw.size = Math.max(draw.size, draw.labelled);
    draw.later = later;
    later += draw.labelled;
  }
  return found;
}
