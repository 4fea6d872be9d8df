import { clopperPearson } from '../interval/proportion';
import { CascadeCurve, CascadeReads, cascadeCurve, cascadeRisk, isProven, lowOf } from './cascade-curve';

/** A share of documents, and what it is at most, with the confidence of the cascade. */
export interface BoundedShare {
  share: number;
  atMost: number;
}

/** A rule that asks the dear engine only where the cheap one is unsure. */
export interface Cascade {
  /** The cheap answer stands where its probability is below `low` or above 1 - `low`, in (0, 0.5]. */
  low: number;
  /** Share of the rows that the dear engine is asked about. */
  asked: number;
  /** Judgment units. Every row asks the cheap engine. */
  costPerAnswer: number;
  /** Share of the documents that the dear engine alone would have got right and the rule gets wrong, by 0.5. */
  harmed: number;
  /** The share that is harmed at most, with 95 % confidence, or more where the 5 % are split. */
  harmedAtMost: number;
  /** Share of right answers, by 0.5, of the rule and of the dear engine alone. */
  accuracy: { cascade: number; dear: number };
  /** At each threshold of the reads: booleans that differ from the dear engine's, and those of them that are harm. */
  cuts: { differs: BoundedShare; harmed: BoundedShare }[];
}

/** Judgment units of one answer of each engine. */
export interface CascadeCosts {
  cheap: number;
  dear: number;
}

/** The promise of a cascade: at most this share of the documents is harmed. */
export const cascadePromise = 0.02;

/**
 * The cheapest cascade that harms at most a share `most` of the documents, with 95 % confidence, by 0.5 and at each threshold.
 * @returns null when no rule is proven, or none is cheaper than the dear engine alone
 * @throws RangeError without rows
 */
export function cascadeOf(reads: CascadeReads, costs: CascadeCosts, most = cascadePromise): Cascade | null {
  return pickCascade(cascadeCurve(reads, most), costs, { most });
}

/**
 * The last rule of a curve before the first that is not proven. The rules are tried from the one that asks most to the one that asks
 * least: in a fixed order each test has the whole risk, however many rules there are. At several thresholds all must be proven, which needs
 * no further split. Harm counts without what the rule mends, so errors rise by less than it.
 * @param options.pairs of engines that are looked at: the 5 % are split over them
 * @param options.cuts places of the thresholds that count; default: all
 * @see Angelopoulos 2021, Learn then Test, 3.2 (fixed sequences); Clopper and Pearson 1934
 */
export function pickCascade(
  curve: CascadeCurve,
  costs: CascadeCosts,
  { most = cascadePromise, pairs = 1, cuts = curve.cuts }: PickOptions = {},
): Cascade | null {
  const risk = cascadeRisk / pairs;
  const { documents } = curve;
  const isKept = (rule: number) =>
    [curve, ...cuts].every(({ harmed }) => isProven(harmed[rule], documents, most, risk));
  const failing = curve.harmed.findIndex((_, rule) => !isKept(rule));
  const rule = (failing < 0 ? curve.harmed.length : failing) - 1;
  if (rule < 0) return null;
  const asked = curve.asked[rule];
  const costPerAnswer = costs.cheap + asked * costs.dear;
  if (costPerAnswer >= costs.dear) return null;
  const bounded = (share: number): BoundedShare => {
    return { share, atMost: clopperPearson(share * documents, documents, 1 - 2 * risk)[1] };
  };
  const harm = bounded(curve.harmed[rule]);
  return {
    low: lowOf(rule),
    asked,
    costPerAnswer,
    harmed: harm.share,
    harmedAtMost: harm.atMost,
    accuracy: { cascade: curve.accuracy[rule], dear: curve.dear },
    cuts: cuts.map(({ differs, harmed }) => ({ differs: bounded(differs[rule]), harmed: bounded(harmed[rule]) })),
  };
}

export interface PickOptions {
  most?: number;
  pairs?: number;
  cuts?: CascadeCurve['cuts'];
}
