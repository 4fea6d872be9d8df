import { chiSquareUpper } from '../distribution/chi-square';
import { Numbers } from '../number/numbers';

/** How far the answers of now lie from those of before. */
export interface AnswersMoved {
  /** Population stability index, 0 or more: by custom 0.1 is some change and 0.25 much. */
  psi: number;
  /**
   * The chance of answers as far apart if both were drawn from the same ones. Where both counts hold mostly the same answers, as
   * counts of current answers do, it is too large rather than too small.
   */
  p: number;
}

/** Fewer answers are looked at together with those of the next stratum. */
const leastExpected = 5;
/** Added to each count, so that an empty stratum has no infinite logarithm. */
const smoothing = 0.5;

/**
 * Compares answers by stratum with the mean shares of earlier counts.
 * @param now how many answers lie in each stratum
 * @param before earlier counts of the same strata
 * @returns null without answers now or before
 * @see Lewis 1994, An Introduction to Credit Scoring, for the index; Pearson's chi-square of two samples for p
 */
export function answersMoved(now: Numbers, before: readonly Numbers[]): AnswersMoved | null {
  const earlier = before.map(sharesOf).filter((shares) => shares !== null);
  const own = sharesOf(now);
  if (own === null || earlier.length === 0) return null;
  const mean = (at: number) => earlier.reduce((sum, { plain }) => sum + plain[at], 0) / earlier.length;
  const smooth = (at: number) => earlier.reduce((sum, { smoothed }) => sum + smoothed[at], 0) / earlier.length;
  const [n, size] = [own.total, earlier.reduce((sum, { total }) => sum + total, 0) / earlier.length];
  const psi = own.smoothed.reduce((sum, share, at) => sum + (share - smooth(at)) * Math.log(share / smooth(at)), 0);
  const cells = cellsOf(
    own.plain.map((share, at) => ({ now: share, before: mean(at) })),
    { n, size },
  );
  const square = cells.reduce((sum, cell) => {
    const pooled = (n * cell.now + size * cell.before) / (n + size);
    return sum + (((n * size) / (n + size)) * (cell.now - cell.before) ** 2) / pooled;
  }, 0);
  return { psi, p: cells.length < 2 ? 1 : chiSquareUpper(square, cells.length - 1) };
}

function sharesOf(counts: Numbers) {
  const all = Array.from(counts);
  const total = all.reduce((sum, one) => sum + one, 0);
  if (total === 0) return null;
  const smoothed = all.map((one) => (one + smoothing) / (total + smoothing * all.length));
  return { total, plain: all.map((one) => one / total), smoothed };
}

interface Cell {
  now: number;
  before: number;
}

/** Neighbouring strata together until enough answers of the smaller count are expected in each. */
function cellsOf(strata: readonly Cell[], { n, size }: { n: number; size: number }): Cell[] {
  const expected = (cell: Cell) => (Math.min(n, size) * (n * cell.now + size * cell.before)) / (n + size);
  const both = (a: Cell, b: Cell) => ({ now: a.now + b.now, before: a.before + b.before });
  const cells: Cell[] = [];
  let open = { now: 0, before: 0 };
  for (const stratum of strata) {
    open = both(open, stratum);
    if (expected(open) < leastExpected) continue;
    cells.push(open);
    open = { now: 0, before: 0 };
  }
  const last = cells.pop();
  return last ? [...cells, both(last, open)] : [open];
}
