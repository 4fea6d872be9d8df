import { Numbers } from '../number/numbers';

/** Neighbouring strata, as far as they are looked at together. */
export interface Stratum {
  /** Index of the first one, and of the one after the last. */
  from: number;
  to: number;
  labels: number;
  /** Share of all answers that lie here. */
  answers: number;
}

/** Labels that stand for all answers, as far as labels lie where answers do. */
export interface PostStratified {
  /** One for each label; they sum to the number of labels. */
  weights: Float64Array;
  strata: Stratum[];
  /** Share of the answers in strata without a label: no weight makes labels stand for these. */
  unlabelled: number;
}

/** What floating point may put below the edge of a stratum, such as (2.2 - 1) / 4 below 0.3, lies in it. */
const edge = 1e-9;

/** The tenth of a read in [0, 1], from 0 to 9; the last one includes 1. */
export function tenthOf(read: number): number {
  return Math.min(9, Math.max(0, Math.floor(10 * read + edge)));
}

/** A stratum of fewer labels joins a neighbour, since so few say little of it. */
const least = 5;

/**
 * Weighs labels so that those of each stratum, such as a tenth of the reads, count for its share of the answers. Where labels are
 * selected by what was read alone, such as flagged answers more often, weighted shares are then those of all answers.
 * @param x the stratum of each label, as an index of `answers`
 * @param weights how many answers each label stands for already, such as the review queue's; null: one
 * @param answers how many answers lie in each stratum; neighbours should be alike, since those with few labels are merged
 * @see Holt and Smith 1979, Journal of the Royal Statistical Society A 142
 */
export function postStratify(x: Numbers, weights: Numbers | null, answers: Numbers): PostStratified {
  const total = Array.from(answers).reduce((sum, count) => sum + count, 0);
  const counts = new Float64Array(answers.length);
  const sums = new Float64Array(answers.length);
  for (let row = 0; row < x.length; row += 1) {
    counts[x[row]] += 1;
    sums[x[row]] += weights ? weights[row] : 1;
  }
  const groups = merged(Array.from(counts));
  const strata = groups.map(([first, end]) => ({
    from: first,
    to: end,
    labels: counts.slice(first, end).reduce((sum, count) => sum + count, 0),
    answers:
      Array.from({ length: end - first }, (_, at) => answers[first + at]).reduce((sum, one) => sum + one, 0) / total,
  }));
  const unlabelled = strata.reduce((sum, stratum) => sum + (stratum.labels === 0 ? stratum.answers : 0), 0);
  const factors = new Float64Array(answers.length);
  groups.forEach(([first, end], group) => {
    const held = sums.slice(first, end).reduce((sum, one) => sum + one, 0);
    const share = unlabelled < 1 ? strata[group].answers / (1 - unlabelled) : 0;
    factors.fill(held === 0 ? 0 : (share * x.length) / held, first, end);
  });
  const own = Float64Array.from({ length: x.length }, (_, row) => (weights ? weights[row] : 1) * factors[x[row]]);
  return { weights: own, strata, unlabelled };
}

/** Groups of strata, as first and end: none has one to four labels while a neighbour has some, and empty neighbours are one. */
function merged(counts: readonly number[]): [number, number][] {
  let groups = counts.map((labels, at) => ({ first: at, end: at + 1, labels }));
  const join = (at: number) => {
    const [a, b] = [groups[at], groups[at + 1]];
    const both = { first: a.first, end: b.end, labels: a.labels + b.labels };
    groups = [...groups.slice(0, at), both, ...groups.slice(at + 2)];
  };
  for (;;) {
    const empty = groups.findIndex(({ labels }, at) => labels === 0 && groups[at + 1]?.labels === 0);
    if (empty >= 0) {
      join(empty);
      continue;
    }
    const labelsAt = (at: number) => groups[at]?.labels || Infinity;
    const few = groups.findIndex(({ labels }, at) => {
      return labels > 0 && labels < least && Math.min(labelsAt(at - 1), labelsAt(at + 1)) < Infinity;
    });
    if (few < 0) return groups.map(({ first, end }) => [first, end]);
    join(labelsAt(few - 1) < labelsAt(few + 1) ? few - 1 : few);
  }
}
