/** A bound on what a threshold reaches among answers like the labelled ones, and the answers that have no label near them. */
export interface Unlabelled {
  target: 'precision' | 'recall';
  /** The one-sided bound of precision or recall among answers in strata with labels. */
  bound: number;
  /** The share of all answers that lies in strata with labels and is flagged, and that is positive. */
  labelled: { flagged: number; positive: number };
  /** The share of all answers that lies in strata without a label: flagged, and not. */
  unlabelled: { flagged: number; unflagged: number };
}

/**
 * The bound over all answers in the worst case: for precision each flagged answer without a label near it is negative, for recall each
 * such answer that is not flagged is positive.
 * @returns in [0, 1]; `bound` where every stratum has labels
 */
export function worstCase({ target, bound, labelled, unlabelled }: Unlabelled): number {
  const [known, against] =
    target === 'precision' ? [labelled.flagged, unlabelled.flagged] : [labelled.positive, unlabelled.unflagged];
  return against <= 0 ? bound : (bound * known) / (known + against);
}
