import { normalQuantile } from '../distribution/normal';
import { logLossOf, sigmoid } from '../number/probability';
import { Random } from '../random/random';

/** The reads of an engine: documents have a log odds z of their own, `truth` is what comes true and `read` what is read. */
export interface Engine {
  name: string;
  truth(z: number): number;
  read(z: number): number;
}

/** The engines of docs/methods.md#maps-of-one-probability; z is normal with deviation 1.5. */
export const engines: readonly Engine[] = [
  { name: 'exact', truth: sigmoid, read: sigmoid },
  { name: 'overconfident', truth: sigmoid, read: (z) => sigmoid(2.2 * z) },
  { name: 'shifted', truth: sigmoid, read: (z) => sigmoid(z + 1.2) },
  { name: 'rare', truth: (z) => sigmoid(z - 3), read: (z) => sigmoid(z - 3) },
  { name: 'rare, read too high', truth: (z) => sigmoid(z - 3), read: (z) => sigmoid(z - 1.5) },
  { name: 'saturating', truth: (z) => 0.15 + 0.7 * sigmoid(2 * z), read: sigmoid },
  { name: 'round values', truth: sigmoid, read: (z) => (Math.round(6 * sigmoid(z)) / 6) * 0.96 + 0.02 },
  { name: 'no information', truth: () => 0.3, read: sigmoid },
];

const deviation = 1.5;
const gridSize = 20_000;

/** Labels drawn from an engine. */
export interface Drawn {
  p: Float64Array;
  y: Float64Array;
  /** What comes true of each, in the mean. */
  q: Float64Array;
}

export function draw({ truth, read }: Engine, n: number, random: Random): Drawn {
  const z = Float64Array.from({ length: n }, () => deviation * random.normal());
  const q = z.map(truth);
  return { p: z.map(read), q, y: q.map((share) => (random.uniform() < share ? 1 : 0)) };
}

/** All documents of an engine, ascending by read: a grid of equally likely ones, with their true shares. */
export interface Population {
  p: Float64Array;
  q: Float64Array;
}

export function populationOf({ truth, read }: Engine): Population {
  const z = Float64Array.from({ length: gridSize }, (_, i) => deviation * normalQuantile((i + 0.5) / gridSize));
  return { p: z.map(read), q: z.map(truth) };
}

const meanOver = ({ p, q }: Population, of: (p: number, q: number) => number): number =>
  p.reduce((sum, read, i) => sum + of(read, q[i]), 0) / p.length;

/** The true values of the figures that a report prints of a population. */
export const truths = {
  logLoss: (all: Population, floor: number) =>
    meanOver(all, (p, q) => q * logLossOf(p, 1, floor) + (1 - q) * logLossOf(p, 0, floor)),
  brier: (all: Population) => meanOver(all, (p, q) => q * (p - 1) ** 2 + (1 - q) * p ** 2),
  accuracy: (all: Population) => meanOver(all, (p, q) => (p >= 0.5 ? q : 1 - q)),
  baseRate: (all: Population) => meanOver(all, (_, q) => q),
  /** Share of yes among the part of the documents with the highest reads; ties at the cut count at their mean. */
  top(all: Population, part: number): number {
    const wanted = all.p.length / part;
    const cut = all.p[Math.floor(all.p.length - wanted)];
    const [above, tied] = [sumOf(all, (p) => p > cut), sumOf(all, (p) => p === cut)];
    return (above.yes + (tied.yes * (wanted - above.n)) / tied.n) / wanted;
  },
  precision(all: Population, threshold: number): number {
    const { n, yes } = sumOf(all, (p) => p >= threshold);
    return yes / n;
  },
  recall: (all: Population, threshold: number) => sumOf(all, (p) => p >= threshold).yes / sumOf(all, () => true).yes,
  auroc({ p, q }: Population): number {
    let [yes, no, below, pairs] = [0, 0, 0, 0];
    for (let start = 0; start < p.length;) {
      let [end, tiedYes, tiedNo] = [start, 0, 0];
      for (; end < p.length && p[end] === p[start]; end += 1) {
        tiedYes += q[end];
        tiedNo += 1 - q[end];
      }
      pairs += tiedYes * (below + tiedNo / 2);
      below += tiedNo;
      yes += tiedYes;
      no += tiedNo;
      start = end;
    }
    return pairs / (yes * no);
  },
};

function sumOf({ p, q }: Population, taken: (p: number) => boolean): { n: number; yes: number } {
  let [n, yes] = [0, 0];
  for (let i = 0; i < p.length; i += 1) {
    if (!taken(p[i])) continue;
    n += 1;
    yes += q[i];
  }
  return { n, yes };
}
