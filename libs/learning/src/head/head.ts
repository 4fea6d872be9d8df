import { sigmoid, softmax } from '@app/statistics';
import type { Features } from '../feature/bag';
import { Shape, bucketCountOf, columnsOf } from './sample';

/** A logistic regression on hashed features, with the log odds of the engine below as one more input. */
export interface Head extends Shape {
  /** Buckets with weights, ascending; a bucket that training never saw has none. */
  buckets: Uint16Array;
  /** Inverse document frequency of each of them. */
  idf: Float32Array;
  /** Weights by bucket, then by column. */
  weights: Float32Array;
  /** One for each column. */
  bias: Float32Array;
  /** Weight of the engine's log odds, the same for every class. */
  baseSlope: number;
  /** Factor of all log odds: below 1 it takes back confidence that the labels did not bear out. */
  sharpness: number;
}

/** A context in the terms of one head: rows of its weights, and values of length 1 together. */
export interface Encoded {
  rows: Int32Array;
  values: Float32Array;
}

/** Finds the rows of a head's buckets. */
export class HeadReader {
  private readonly rowOf: Int32Array;

  constructor(readonly head: Head) {
    this.rowOf = rowsOf(head.buckets, bucketCountOf(head));
  }

  /** Probability of each class, summing to 1. */
  read(features: Features, base: ArrayLike<number>): Float64Array {
    const { head } = this;
    return distributionOf(this.score(features, base).map((score) => score * head.sharpness));
  }

  /** Log odds of each column before they are sharpened. */
  score(features: Features, base: ArrayLike<number>): Float64Array {
    return scoresOf(this.head, encode(features, this.rowOf, this.head.idf), base);
  }
}

/** Probabilities of all classes from the log odds of the columns. */
function distributionOf(scores: Float64Array): Float64Array {
  if (scores.length > 1) return softmax(scores);
  const yes = sigmoid(scores[0]);
  return Float64Array.of(1 - yes, yes);
}

/** The row of the weights of each bucket, or -1. */
export function rowsOf(buckets: Uint16Array, bucketCount: number): Int32Array {
  const rowOf = new Int32Array(bucketCount).fill(-1);
  buckets.forEach((bucket, row) => (rowOf[bucket] = row));
  return rowOf;
}

/** tf-idf of the features that the head knows, scaled to length 1. */
export function encode({ index, value }: Features, rowOf: Int32Array, idf: Float32Array): Encoded {
  const mask = rowOf.length - 1;
  const rows = new Int32Array(index.length);
  const values = new Float32Array(index.length);
  let [size, squares] = [0, 0];
  for (let i = 0; i < index.length; i += 1) {
    const row = rowOf[index[i] & mask];
    if (row < 0) continue;
    const strength = value[i] * idf[row];
    rows[size] = row;
    values[size] = strength;
    squares += strength * strength;
    size += 1;
  }
  const length = Math.sqrt(squares) || 1;
  for (let i = 0; i < size; i += 1) values[i] /= length;
  return { rows: rows.subarray(0, size), values: values.subarray(0, size) };
}

/** Log odds of each column. */
export function scoresOf(head: Head, { rows, values }: Encoded, base: ArrayLike<number>): Float64Array {
  const columns = columnsOf(head);
  const scores = new Float64Array(columns);
  for (let k = 0; k < columns; k += 1) scores[k] = head.bias[k] + head.baseSlope * base[k];
  for (let i = 0; i < rows.length; i += 1) {
    const at = rows[i] * columns;
    const value = values[i];
    for (let k = 0; k < columns; k += 1) scores[k] += value * head.weights[at + k];
  }
  return scores;
}
