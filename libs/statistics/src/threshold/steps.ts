import { boundReaches } from '../interval/proportion';
import { Candidates } from './candidates';
import { leastAllRight } from './pick';

/** Most steps of a sequence of tests. */
const mostSteps = 20;
/**
 * Where a sequence begins, by simulation: too strict a first step has too few rows to succeed, too lax a one fails where only the
 * strictest answers reach the target. Up to seven times the rows that must all be right it begins with as many; from there on its
 * share of the rows falls slowly.
 */
const [freeTimes, growth] = [7, 0.75];

/** A test: so many rows, of which so many may be wrong. */
export interface Step {
  rows: number;
  wrong: number;
}

/** Whether Clopper and Pearson's 95 % bound of a share reaches the target with so many of the rows wrong. */
function reaches({ rows, wrong }: Step, target: number): boolean {
  return boundReaches('clopper_pearson', rows - wrong, rows, target);
}

/** The most that may be wrong of `rows`; -1 where they are too few to reach the target at all. */
function mostWrong(rows: number, target: number): number {
  let [low, high] = [-1, Math.max(0, Math.ceil(rows * (1 - target)))];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches({ rows, wrong: middle }, target)) low = middle;
    else high = middle;
  }
  return reaches({ rows, wrong: high }, target) ? high : low;
}

/**
 * The least step of at least `from` rows at which one more may be wrong than just below it: whole numbers lose the most of the 5 %
 * between such steps.
 */
function stepFrom(from: number, target: number): Step {
  const below = Math.ceil(from) - 1;
  const wrong = mostWrong(below, target) + 1;
  let [low, high] = [Math.max(below, wrong), Math.max(below, wrong) + 1];
  while (!reaches({ rows: high, wrong }, target)) high += high - low;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches({ rows: middle, wrong }, target)) high = middle;
    else low = middle;
  }
  return { rows: high, wrong };
}

/**
 * The first step of a sequence on `rows` rows, which decides whether any threshold holds.
 * @param target share in (0, 1)
 * @returns null where even all right would be too few
 */
export function firstStep(rows: number, target: number): Step | null {
  const least = leastAllRight(target, 'clopper_pearson', Math.floor(rows));
  if (least === null) return null;
  const step = stepFrom(least * Math.max(1, rows / (freeTimes * least)) ** growth, target);
  return step.rows <= rows ? step : { rows, wrong: mostWrong(rows, target) };
}

/**
 * Where a sequence of tests looks: at most twenty candidates, from the strictest that can succeed down to the last. They are chosen by
 * how many rows they select, never by what came true.
 * @param planned rows that each candidate selects, see `CandidateViews`
 */
export function stepsOf({ threshold }: Candidates, planned: Float64Array, target: number): number[] {
  const last = threshold.length - 1;
  const rows = planned[last];
  const first = firstStep(rows, target);
  if (first === null) return [];
  const factor = (rows / first.rows) ** (1 / (mostSteps - 1));
  const steps: number[] = [];
  let at = 0;
  for (let wanted = first.rows; steps.length < mostSteps && at <= last;) {
    while (at < last && planned[at] < wanted - 1e-9) at += 1;
    steps.push(at);
    // Equal reads select more rows than were wanted.
    const next = stepFrom(Math.max(planned[at], wanted) * factor, target).rows;
    wanted = Math.min(rows, next);
    at += 1;
  }
  return steps;
}
