import { randomOf } from '../random/random';
import { sigmoid } from '../number/probability';

/** Answers with a known truth: how they read, and the chance with which each comes true. */
export interface Population {
  name: string;
  /** @param z standard normal @param u uniform in [0, 1) */
  answer(z: number, u: number): { p: number; q: number };
}

/** Reads that are exactly right, with log odds of a normal distribution. */
export const exact = (mean: number, deviation: number): Population => ({
  name: `exact reads, log odds ${mean} with deviation ${deviation}`,
  answer: (z) => {
    const p = sigmoid(mean + deviation * z);
    return { p, q: p };
  },
});

/** Reads of 0.9 to 1 of which all are equally good, in this share of the answers; the others are exactly right. */
export const plateau = (share: number, precision: number): Population => ({
  name: `${share} of the answers read 0.9 to 1, and of each of these ${precision} come true`,
  answer: (_, u) => {
    if (u < share) return { p: 0.9 + (0.1 * u) / share, q: precision };
    const p = (0.89 * (u - share)) / (1 - share);
    return { p, q: p };
  },
});

/** Labels of a population. */
export function labelled({ answer }: Population, n: number, seed: number) {
  const random = randomOf(seed);
  const rows = Array.from({ length: n }, () => {
    const { p, q } = answer(random.normal(), random.uniform());
    return { p, y: random.uniform() < q ? 1 : 0 };
  });
  return { p: Float64Array.from(rows, ({ p }) => p), y: Float64Array.from(rows, ({ y }) => y) };
}

/** What flagging p >= t reaches over all answers. */
export function truthOf({ answer }: Population): (t: number) => { precision: number; recall: number } {
  const size = 40_000;
  const random = randomOf(1e6);
  const all = Array.from({ length: size }, () => answer(random.normal(), random.uniform())).sort((a, b) => b.p - a.p);
  const sums = new Float64Array(size + 1);
  all.forEach(({ q }, at) => (sums[at + 1] = sums[at] + q));
  return (t) => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle].p >= t) low = middle + 1;
      else high = middle;
    }
    return { precision: sums[low] / low, recall: sums[low] / sums[size] };
  };
}
