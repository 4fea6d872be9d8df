import type { ReportNotice, SpeaksFor } from '@app/contracts/calibration';
import { answersAt } from '../outcome/label/answers-at';
import { answersNotice } from '../outcome/label/answers-notice';
import type { LabelSet } from '../outcome/label/label-set';
import { besideAnswers, speaksFor } from '../outcome/label/speaks-for';
import { worstCase } from './worst-case';

/** A threshold that labels propose, with the one-sided bound of what it reaches among answers like them. */
export interface Proposed {
  target: 'precision' | 'recall';
  bound: number;
  threshold: number;
  /** Shares of the labels: what it flags, and what it should. */
  flagged: number;
  positive: number;
}

/** What is known of all current answers beside the labels of a recommendation. */
export interface AllAnswers {
  speaksFor: SpeaksFor;
  notice: ReportNotice | null;
  /** Share of all current answers that a threshold flags; null where they were not counted by its number. */
  flaggedAt(threshold: number | null): number | null;
  /** The bound of a threshold over all answers, whatever those without a label near them are; labels like the answers keep theirs. */
  boundOf(proposed: Proposed): number;
}

export function allAnswersOf(set: LabelSet): AllAnswers {
  const at = answersAt(set);
  const beside = besideAnswers(set);
  const gap = beside?.isUnlike ? beside.unlabelled : 0;
  const about = 'recall, cost and whether a threshold holds';
  return {
    speaksFor: speaksFor(set),
    notice: answersNotice(set, about),
    flaggedAt: (threshold) => at && (threshold === null ? 0 : at(threshold).flagged),
    boundOf: ({ target, bound, threshold, flagged, positive }) => {
      if (gap === 0) return bound;
      // Of a choice it is not known which side of the threshold the answers without a label lie on.
      const known = at?.(threshold);
      const unlabelled = known?.unlabelled ?? { flagged: gap, unflagged: gap };
      const near = known ? known.flagged - known.unlabelled.flagged : flagged * (1 - gap);
      const labelled = { flagged: near, positive: positive * (1 - gap) };
      return worstCase({ target, bound, labelled, unlabelled });
    },
  };
}
