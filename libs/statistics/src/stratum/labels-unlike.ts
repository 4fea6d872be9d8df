import { chiSquareUpper } from '../distribution/chi-square';
import { numberUnits } from '../interval/rows';
import { Numbers } from '../number/numbers';

/** Labels by what was read of them. */
export interface ReadLabels {
  /** The stratum of each label, as an index of the answers' counts. */
  x: Numbers;
  units?: Numbers | null;
  /** How many answers each label stands for, such as the review queue's; absent: one. */
  weights?: Numbers | null;
}

/** A stratum: the share of the answers that lie in it, and of the labels. */
export interface StratumShares {
  answers: number;
  labels: number;
}

/** Whether labels lie where answers do. */
export interface Unlikeness {
  /** The chance of labels as far from the answers as these, if they were drawn from them. */
  p: number;
  strata: StratumShares[];
}

/** A stratum in which fewer labels are expected is looked at together with the next one. */
const leastExpected = 5;

/**
 * Compares where labels and answers lie, by stratum: Pearson's chi-square with the effective number of documents in
 * the place of the labels, since several labels of one document lie together.
 * @param answers how many answers lie in each stratum; as many as were counted
 * @returns null without labels or answers
 * @see Rao and Scott 1981, Journal of the American Statistical Association 76, first order
 */
export function unlikeness(labels: ReadLabels, answers: Numbers): Unlikeness | null {
  const { x, units, weights } = labels;
  const total = Array.from(answers).reduce((sum, one) => sum + one, 0);
  if (x.length === 0 || total === 0) return null;
  const sums = new Float64Array(answers.length);
  const unitOf = numberUnits(x.length, units);
  const sizes = new Float64Array(x.length);
  for (let row = 0; row < x.length; row += 1) {
    const weight = weights ? weights[row] : 1;
    sums[x[row]] += weight;
    sizes[unitOf[row]] += weight;
  }
  const all = sums.reduce((sum, one) => sum + one, 0);
  const strata = Array.from(sums, (sum, at): StratumShares => ({ answers: answers[at] / total, labels: sum / all }));
  const effective = all ** 2 / sizes.reduce((sum, one) => sum + one * one, 0);
  // The answers are a sample too where they are few.
  const n = effective / (1 + effective / total);
  const cells = cellsOf(strata, n);
  const square = cells.reduce((sum, cell) => sum + (n * (cell.labels - cell.answers) ** 2) / cell.answers, 0);
  return { p: cells.length < 2 ? 1 : chiSquareUpper(square, cells.length - 1), strata };
}

/** Neighbouring strata together until enough labels are expected in each. */
function cellsOf(strata: readonly StratumShares[], n: number): StratumShares[] {
  const cells: StratumShares[] = [];
  let open = { answers: 0, labels: 0 };
  for (const { answers, labels } of strata) {
    open = { answers: open.answers + answers, labels: open.labels + labels };
    if (n * open.answers < leastExpected) continue;
    cells.push(open);
    open = { answers: 0, labels: 0 };
  }
  const last = cells.pop();
  return last ? [...cells, { answers: last.answers + open.answers, labels: last.labels + open.labels }] : [open];
}
