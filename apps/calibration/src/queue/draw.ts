/*
 * Draws answers for review with unequal probabilities. Labels that are sought where they teach most are no sample of all
 * answers, unless each is weighted by the inverse of its probability: Horvitz and Thompson 1952, JASA 47.
 */

/** Positions in [0, 1] fall into this many regions of equal width. */
export const regions = 10;

/** An answer that may be drawn. */
export interface Candidate {
  /** Position of the answer, in [0, 1]. */
  x: number;
  /** Nearness to the nearest threshold, in [0, 1]; 0 when every threshold is too far away. */
  near: number;
}

export type DrawReason = 'near_threshold' | 'under_covered' | 'random';

export interface Drawn<C extends Candidate> {
  candidate: C;
  reason: DrawReason;
  /** Inverse of the probability with which this draw took the candidate; `weightsOf` combines draws. */
  weight: number;
}

/** Shares of a draw. The random share gives every answer a probability above 0, which weighting requires. */
const queueShares: Record<DrawReason, number> = { near_threshold: 0.4, under_covered: 0.4, random: 0.2 };

export function regionOf(x: number): number {
  return Math.min(regions - 1, Math.max(0, Math.floor(x * regions)));
}

/**
 * Draws answers for review: a share near thresholds, a share in regions with few labels, and a share at random.
 * @param candidates a sample in which every answer had the same probability
 * @param labels number of labels of each region
 * @param count how many to draw; all candidates when there are fewer
 * @param uniform random numbers in [0, 1)
 * @param shares by reason; default: those of the queue
 * @returns in random order, so that the items that are labelled first are a random sample of the drawn ones
 */
export function draw<C extends Candidate>(
  candidates: readonly C[],
  labels: readonly number[],
  count: number,
  uniform: () => number,
  shares: Readonly<Record<DrawReason, number>> = queueShares,
): Drawn<C>[] {
  const order = shuffled(candidates, uniform);
  const parts = partsOf(order, labels, shares);
  const sizes = parts.map((part) => part.near_threshold + part.under_covered + part.random);
  const chances = chancesOf(sizes, count);
  const drawn: Drawn<C>[] = [];
  // Systematic sampling draws exactly `count` candidates, each with exactly its probability.
  let next = uniform();
  let sum = 0;
  order.forEach((candidate, at) => {
    sum += chances[at];
    if (sum <= next + 1e-12 && chances[at] < 1) return;
    next += 1;
    drawn.push({ candidate, reason: reasonOf(parts[at]), weight: 1 / chances[at] });
  });
  return shuffled(drawn, uniform);
}

type Parts = Record<DrawReason, number>;

/** The part that each candidate has of every share. All parts of all candidates sum to 1. */
function partsOf(candidates: readonly Candidate[], labels: readonly number[], shares: Readonly<Parts>): Parts[] {
  const near = candidates.reduce((sum, one) => sum + one.near, 0);
  const counts = new Array<number>(regions).fill(0);
  for (const { x } of candidates) counts[regionOf(x)]++;
  const need = counts.map((n, region) => (n === 0 ? 0 : 1 / (1 + (labels[region] ?? 0))));
  const needed = need.reduce((sum, one) => sum + one, 0);
  const whole = shares.under_covered + shares.random + (near > 0 ? shares.near_threshold : 0);
  return candidates.map(({ x, near: own }) => ({
    near_threshold: near > 0 ? (shares.near_threshold / whole) * (own / near) : 0,
    under_covered: (shares.under_covered / whole) * (need[regionOf(x)] / needed / counts[regionOf(x)]),
    random: shares.random / whole / candidates.length,
  }));
}

function reasonOf(parts: Parts): DrawReason {
  const [[reason]] = (Object.entries(parts) as [DrawReason, number][]).sort(([, a], [, b]) => b - a);
  return reason;
}

/** Probabilities in proportion to size, each at most 1, that sum to `count`. */
function chancesOf(sizes: readonly number[], count: number): number[] {
  if (count >= sizes.length) return sizes.map(() => 1);
  const certain = new Set<number>();
  for (;;) {
    const rest = sizes.reduce((sum, size, at) => (certain.has(at) ? sum : sum + size), 0);
    const scale = (count - certain.size) / rest;
    const before = certain.size;
    sizes.forEach((size, at) => {
      if (!certain.has(at) && size * scale >= 1) certain.add(at);
    });
    if (certain.size === before) return sizes.map((size, at) => (certain.has(at) ? 1 : size * scale));
  }
}

function shuffled<T>(items: readonly T[], uniform: () => number): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(uniform() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}
