import { randomOf, sigmoid, softmax } from '@app/statistics';
import { Encoded, Head, encode, rowsOf, scoresOf } from './head';
import { Sample, Shape, bucketCountOf, columnsOf } from './sample';

const epochs = 20;
const leastEpochs = 4;
/** Updates of a weight that one training makes at most, some twenty seconds; larger sets are read in fewer epochs. */
const maxUpdates = 4e9;
const step = 0.2;
const penalty = 1e-5;
/** A class that is this near to what came true learns nothing from a sample. */
const leastError = 1e-4;
/** Keeps the first step from a division by zero. */
const tiny = 1e-8;

/**
 * Trains a head: tf-idf, logistic regression of two or more classes, AdaGrad over samples in a fixed shuffled order. The
 * same samples in the same order give the same bytes.
 */
export function trainHead(samples: readonly Sample[], shape: Shape): Head {
  const { buckets, idf } = frequencies(samples, shape);
  const columns = columnsOf(shape);
  const head: Head = {
    classes: shape.classes,
    buckets,
    idf,
    weights: new Float32Array(buckets.length * columns),
    bias: new Float32Array(columns),
    baseSlope: 0,
    sharpness: 1,
  };
  const rowOf = rowsOf(buckets, bucketCountOf(shape));
  const encoded = samples.map(({ features }) => encode(features, rowOf, idf));
  const learner = new Learner(head);
  const random = randomOf(samples.length);
  const order = Uint32Array.from(samples.keys());
  for (let epoch = 0; epoch < epochsOf(encoded, columns); epoch += 1) {
    for (let i = order.length - 1; i > 0; i -= 1) {
      const other = random.index(i + 1);
      [order[i], order[other]] = [order[other], order[i]];
    }
    for (const at of order) learner.learn(samples[at], encoded[at]);
  }
  return head;
}

function epochsOf(encoded: readonly Encoded[], columns: number): number {
  const updates = encoded.reduce((sum, { rows }) => sum + rows.length * columns, 1);
  return Math.max(leastEpochs, Math.min(epochs, Math.floor(maxUpdates / updates)));
}

/** The buckets that samples have, and how rare each is. */
function frequencies(samples: readonly Sample[], shape: Shape): { buckets: Uint16Array; idf: Float32Array } {
  const count = new Uint32Array(bucketCountOf(shape));
  const mask = count.length - 1;
  for (const { features } of samples) for (const bucket of features.index) count[bucket & mask] += 1;
  const buckets = Uint16Array.from(Array.from(count.keys()).filter((bucket) => count[bucket] > 0));
  const idf = Float32Array.from(buckets, (bucket) => Math.log((samples.length + 1) / (count[bucket] + 1)) + 1);
  return { buckets, idf };
}

/** AdaGrad: each weight's step shrinks with the squares of the gradients that it has met. */
class Learner {
  private readonly squares: Float32Array;
  private readonly biasSquares: Float64Array;
  private baseSquares = 0;
  /** Room for the columns that a sample moves. */
  private readonly wrong: Uint16Array;

  constructor(private readonly head: Head) {
    this.squares = new Float32Array(head.weights.length);
    this.biasSquares = new Float64Array(head.bias.length);
    this.wrong = new Uint16Array(head.bias.length);
  }

  learn({ base, label, weight = 1 }: Sample, encoded: Encoded): void {
    const { head } = this;
    const errors = errorsOf(scoresOf(head, encoded, base), label, weight);
    let baseGradient = penalty * head.baseSlope;
    let wrong = 0;
    for (let k = 0; k < errors.length; k += 1) {
      baseGradient += errors[k] * base[k];
      if (Math.abs(errors[k]) < leastError) continue;
      this.wrong[wrong] = k;
      wrong += 1;
      this.biasSquares[k] += errors[k] ** 2;
      head.bias[k] -= (step * errors[k]) / Math.sqrt(this.biasSquares[k] + tiny);
    }
    this.move(errors, this.wrong.subarray(0, wrong), encoded);
    this.baseSquares += baseGradient ** 2;
    head.baseSlope -= (step * baseGradient) / Math.sqrt(this.baseSquares + tiny);
  }

  /** Bucket by bucket, since the weights of a bucket lie together in memory. */
  private move(errors: Float64Array, wrong: Uint16Array, { rows, values }: Encoded): void {
    const { squares } = this;
    const { weights, bias } = this.head;
    for (let i = 0; i < rows.length; i += 1) {
      const from = rows[i] * bias.length;
      for (const column of wrong) {
        const at = from + column;
        const gradient = errors[column] * values[i] + penalty * weights[at];
        squares[at] += gradient * gradient;
        weights[at] -= (step * gradient) / Math.sqrt(squares[at] + tiny);
      }
    }
  }
}

/** What each column said too much, times the weight of the sample. */
function errorsOf(scores: Float64Array, label: number, weight: number): Float64Array {
  const said = scores.length === 1 ? Float64Array.of(sigmoid(scores[0])) : softmax(scores);
  const isTrue = (k: number) => (scores.length === 1 ? label === 1 : label === k);
  return said.map((share, k) => weight * (share - (isTrue(k) ? 1 : 0)));
}
