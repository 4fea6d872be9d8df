import { Figure } from './held-out';

/** What an AUROC says beyond noise: a higher read comes true more often, less often, or neither is shown. */
export type RankingEvidence = 'forwards' | 'backwards' | 'nothing';

/**
 * Compares the interval of an AUROC with 0.5, which is no ranking. Reads that all tie have an AUROC of 0.5 without an
 * interval, and rank nothing.
 * @returns null when the labels do not tell: without both classes, or without an interval
 */
export function rankingEvidence(auroc: Figure | null): RankingEvidence | null {
  if (auroc === null) return null;
  const [low, high] = auroc.interval ?? [auroc.value, auroc.value];
  if (high < 0.5) return auroc.interval && 'backwards';
  if (low > 0.5) return auroc.interval && 'forwards';
  return 'nothing';
}
