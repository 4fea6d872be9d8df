import { betaCdf } from '../distribution/beta';
import { hits } from '../metric/loss';
import { Numbers, sumOf } from '../number/numbers';

/** A threshold at which answers are acted on: 1 for each row on which the engine's answer acts, else 0. */
export interface CascadeCut {
  cheap: Numbers;
  dear: Numbers;
}

/** Calibrated reads of two engines on the same labelled answers, each held out. */
export interface CascadeReads {
  cheap: Numbers;
  dear: Numbers;
  /** 1 when the answer was yes, else 0. */
  y: Numbers;
  /** Document of each row; a document is harmed when one of its rows is. */
  units?: Numbers | null;
  /** How many answers each row stands for, not all 0; absent: one. */
  weights?: Numbers | null;
  /** Thresholds in force; a right answer by 0.5 counts beside them always. */
  cuts?: readonly CascadeCut[];
}

/** What the rules of one threshold come to. Shares of the documents, one for each rule of the curve. */
export interface CutCurve {
  /** Whose boolean is another than the dear engine's. No label is needed for it. */
  differs: number[];
  /** Which the dear engine alone would have got right, and the rule gets wrong. */
  harmed: number[];
}

/** What each rule does that the labels prove, from the one that asks most on. Plain numbers, to be stored. */
export interface CascadeCurve {
  /** Documents, or as many of equal weight as would tell as much. */
  documents: number;
  /** Share of right answers of the dear engine alone, by 0.5. */
  dear: number;
  /** For each rule the share of the rows that the dear engine is asked about, and of those that it answers rightly. */
  asked: number[];
  accuracy: number[];
  /** As of a threshold at a read of 0.5 of either engine. */
  harmed: number[];
  cuts: CutCurve[];
}

const steps = 50;
/** The chance of a promise that is broken. */
export const cascadeRisk = 0.05;

/** The rule at a place of a curve: the cheap answer stands where its probability is below `low` or above 1 - `low`. */
export function lowOf(rule: number): number {
  return (rule + 1) / (2 * steps);
}

/**
 * The rules low = .01, .02 .. .50, up to the last one before the first that is not proven to harm at most a share `most` of the
 * documents by 0.5.
 * @throws RangeError without rows
 */
export function cascadeCurve(reads: CascadeReads, most: number): CascadeCurve {
  const { cheap, dear, y, units, weights, cuts = [] } = reads;
  if (y.length === 0) throw new RangeError('Labels need at least one row.');
  const [cheapHits, dearHits] = [hits({ p: cheap, y }), hits({ p: dear, y })];
  const { shareOf, documents } = documentsOf(y.length, units, weights);
  const meanOf = (of: (row: number) => number) => {
    const values = Float64Array.from({ length: y.length }, (_, row) => of(row));
    return sumOf(values, weights) / (weights ? sumOf(weights) : y.length);
  };
  const curve: CascadeCurve = {
    documents,
    dear: meanOf((row) => dearHits[row]),
    asked: [],
    accuracy: [],
    harmed: [],
    cuts: [],
  };
  cuts.forEach(() => curve.cuts.push({ differs: [], harmed: [] }));
  for (let rule = 0; rule < steps; rule += 1) {
    const low = lowOf(rule);
    const stands = (row: number) => cheap[row] < low || cheap[row] > 1 - low;
    const harmed = shareOf((row) => stands(row) && dearHits[row] > cheapHits[row]);
    if (!isProven(harmed, documents, most, cascadeRisk)) break;
    curve.harmed.push(harmed);
    curve.asked.push(meanOf((row) => (stands(row) ? 0 : 1)));
    curve.accuracy.push(meanOf((row) => (stands(row) ? cheapHits[row] : dearHits[row])));
    cuts.forEach((cut, at) => {
      const differs = (row: number) => stands(row) && cut.cheap[row] !== cut.dear[row];
      curve.cuts[at].differs.push(shareOf(differs));
      curve.cuts[at].harmed.push(shareOf((row) => differs(row) && cut.dear[row] === y[row]));
    });
  }
  return curve;
}

/** Documents by weight, and the share of them that has a row of some kind. */
function documentsOf(n: number, units?: Numbers | null, weights?: Numbers | null) {
  const sizes = new Map<number, number>();
  const unitOf = (row: number) => (units ? units[row] : row);
  for (let row = 0; row < n; row += 1) {
    sizes.set(unitOf(row), (sizes.get(unitOf(row)) ?? 0) + (weights ? weights[row] : 1));
  }
  const total = (of: Iterable<number>) => [...of].reduce((sum, size) => sum + size, 0);
  const all = total(sizes.values());
  const shareOf = (isSo: (row: number) => boolean): number => {
    const found = new Set(
      Array.from({ length: n }, (_, row) => row)
        .filter(isSo)
        .map(unitOf),
    );
    return total([...found].map((unit) => sizes.get(unit) ?? 0)) / all;
  };
  return { shareOf, documents: (all * all) / total([...sizes.values()].map((size) => size * size)) };
}

/** Whether a share of `most` would have harmed as few with a chance of at most `risk`. */
export function isProven(harmed: number, documents: number, most: number, risk: number): boolean {
  return harmed < 1 && betaCdf(most, harmed * documents + 1, documents * (1 - harmed)) >= 1 - risk;
}
