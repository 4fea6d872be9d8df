import {
  type WorldKind,
  byChance,
  combinedParts,
  flaggedOnly,
  flatBelowTarget,
  halfQueued,
  movedLastMonth,
  newEpoch,
  repeatedLabels,
  unmoved,
} from '@app/testing/world';
import { drawQueue } from './draw-queue';

/** What a reader of a world must be told, or must not be. */
export interface Needs {
  /** The truth has moved. */
  drifts?: boolean;
  /** The labels lie elsewhere than the answers; `may be`: whether it is said does not matter. */
  isUnlike?: boolean | 'may be';
  /** No fit is from before the last month. */
  isNew?: boolean;
  /** The alternative is worse. */
  isRivalWorse?: boolean;
  /** Rows of alternatives of a composite judgment have no parts. */
  hasNoRival?: boolean;
}

export const worlds: readonly { kind: WorldKind; needs: Needs }[] = [
  { kind: unmoved, needs: {} },
  // On labels of flagged answers an alternative may be better that is worse of all answers: no rule can tell, so the table says of which it speaks.
  { kind: flaggedOnly, needs: { isUnlike: true } },
  { kind: byChance, needs: { isUnlike: true, isRivalWorse: true } },
  { kind: movedLastMonth, needs: { drifts: true } },
  { kind: repeatedLabels(40), needs: {} },
  { kind: repeatedLabels(200), needs: {} },
  { kind: combinedParts, needs: { hasNoRival: true } },
  { kind: halfQueued(drawQueue), needs: { isUnlike: 'may be', isRivalWorse: true } },
  { kind: flatBelowTarget, needs: {} },
  { kind: newEpoch, needs: { isNew: true } },
];
