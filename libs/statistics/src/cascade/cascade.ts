import { betaCdf } from '../distribution/beta';
import { clopperPearson } from '../interval/proportion';
import { numberUnits } from '../interval/rows';
import { hits } from '../metric/loss';
import { Numbers, meanOf } from '../number/numbers';

/** Calibrated reads of two engines on the same labelled answers, each held out. */
export interface CascadeReads {
  cheap: Numbers;
  dear: Numbers;
  /** 1 when the answer was yes, else 0. */
  y: Numbers;
  /** Document of each row; a document is harmed when one of its rows is. */
  units?: Numbers | null;
}

/** A rule that asks the dear engine only where the cheap one is unsure. */
export interface Cascade {
  /** The cheap answer stands where its probability is below `low` or above 1 - `low`, in (0, 0.5]. */
  low: number;
  /** Share of the rows that the dear engine is asked about. */
  asked: number;
  /** Judgment units. Every row asks the cheap engine. */
  costPerAnswer: number;
  /** Share of the documents that the dear engine alone would have got right and the rule gets wrong. */
  harmed: number;
  /** The share that is harmed at most, with 95 % confidence. */
  harmedAtMost: number;
  /** Share of right answers, by 0.5, of the rule and of the dear engine alone. */
  accuracy: { cascade: number; dear: number };
}

const steps = 50;
const risk = 0.05;

/**
 * The cheapest cascade that harms at most a share `most` of the documents, with 95 % confidence. The rules are tried from the
 * one that asks most to the one that asks least, and the first that is not proven ends the search: in a fixed order each test has the whole
 * 5 %, however many rules there are. Harm counts without what the rule mends, so errors rise by less than it.
 * @param costs judgment units of one answer of each engine
 * @returns null when no rule is proven, or none is cheaper than the dear engine alone
 * @throws RangeError without rows
 * @see Angelopoulos 2021, Learn then Test, 3.2 (fixed sequences); Clopper and Pearson 1934
 */
export function cascadeOf(reads: CascadeReads, costs: { cheap: number; dear: number }, most = 0.02): Cascade | null {
  const { cheap, dear, y, units } = reads;
  const [cheapHits, dearHits] = [hits({ p: cheap, y }), hits({ p: dear, y })];
  const unitOf = numberUnits(y.length, units);
  const n = new Set(unitOf).size;
  const rules = Array.from({ length: steps }, (_, i) => (i + 1) / (2 * steps));
  const stands = (low: number) => (row: number) => cheap[row] < low || cheap[row] > 1 - low;
  const harmedBy = (low: number) => {
    const isHarmed = (_: number, row: number) => stands(low)(row) && dearHits[row] > cheapHits[row];
    return new Set(unitOf.filter(isHarmed)).size;
  };
  const failing = rules.findIndex((low) => !isProven(harmedBy(low), n, most));
  const low = rules.at(failing < 0 ? -1 : failing - 1);
  if (failing === 0 || low === undefined) return null;
  const asked = meanOf(Float64Array.from(y, (_, row) => (stands(low)(row) ? 0 : 1)));
  const costPerAnswer = costs.cheap + asked * costs.dear;
  if (costPerAnswer >= costs.dear) return null;
  const harmed = harmedBy(low);
  return {
    low,
    asked,
    costPerAnswer,
    harmed: harmed / n,
    harmedAtMost: clopperPearson(harmed, n, 1 - 2 * risk)[1],
    accuracy: {
      cascade: meanOf(Float64Array.from(y, (_, row) => (stands(low)(row) ? cheapHits[row] : dearHits[row]))),
      dear: meanOf(dearHits),
    },
  };
}

/** Whether a share of `most` would have harmed as few with a chance of at most 5 %. */
function isProven(harmed: number, n: number, most: number): boolean {
  return harmed < n && betaCdf(most, harmed + 1, n - harmed) >= 1 - risk;
}
