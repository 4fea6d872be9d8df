import { BaseRateMetrics, ConfusedValues, IntervalView, LevelBiasView } from '@app/contracts/calibration';
import { confusionOf, expectedScore, levelBias, skillOf } from '@app/statistics';
import { LabelSet, classRows } from '../outcome/label/label-set';
import { SampleDesign } from '../outcome/label/sample-design';
import { baseRateOf } from './base-metrics';
import { lossesOf } from './figures';

/** What the reads in use are worth against always saying the base rate, and where they are wrong. */
export interface Worth {
  base_rate: BaseRateMetrics | null;
  /** 1 - log loss / log loss of the base rate, with its interval; null without a base rate. */
  skill: number | null;
  skill_interval: IntervalView | null;
  /** Confused values of a choice; else empty. */
  confusion: ConfusedValues[];
  /** Bias of the levels of a score; else empty. */
  level_bias: LevelBiasView[];
}

/** The reads that answers are given with: raw, or held-out reads of the fit. */
export interface UsedReads {
  reads: Float64Array;
  /** Whether they are the engine's own, so that a score is the number that it gave. */
  areRaw: boolean;
}

/**
 * Counts what reads are worth. Pure.
 * @param floor smallest probability that the engine's grid can tell from 0
 * @returns null without labels
 */
export function worthOf(
  set: LabelSet,
  { reads, areRaw }: UsedReads,
  floor: number,
  design: SampleDesign,
): Worth | null {
  if (set.y.length === 0) return null;
  const base = baseRateOf(set, floor, design);
  const skill = base && skillOf(lossesOf(set, reads, floor), base.losses, design);
  return {
    base_rate: base?.metrics ?? null,
    skill: skill?.value ?? null,
    skill_interval: skill?.interval ?? null,
    confusion: confusionIn(set, reads, design),
    level_bias: biasIn(set, reads, areRaw, design),
  };
}

function confusionIn(set: LabelSet, reads: Float64Array, rows: SampleDesign): ConfusedValues[] {
  const { form } = set;
  // Options that each answer has for itself are not confused with those of others.
  if (form.type !== 'choice' || form.optionsVary) return [];
  const { dists, y } = classRows(set, reads);
  const nameOf = (option: number) => form.options[option] ?? null;
  return confusionOf(dists, y, rows).map(({ observed, read, n, share, interval }) => ({
    observed: nameOf(observed),
    read: nameOf(read),
    labels: n,
    share,
    interval,
  }));
}

function biasIn(set: LabelSet, reads: Float64Array, areRaw: boolean, rows: SampleDesign): LevelBiasView[] {
  const { form, scores, values } = set;
  if (form.type !== 'score') return [];
  const { dists } = classRows(set, reads);
  const read = dists.map((dist, label) =>
    areRaw && !Number.isNaN(scores[label]) ? scores[label] : expectedScore(dist, form.levels),
  );
  return levelBias(read, values, form.levels, rows).map(({ level, n, meanRead, bias, interval }) => ({
    level,
    labels: n,
    mean_read: meanRead,
    bias,
    interval,
  }));
}
