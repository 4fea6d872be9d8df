import { wilsonLower } from '../interval/proportion';
import { Candidates, precisionAt } from './candidates';
import { leastAllRight } from './pick';

/** Number of labels with which a candidate of the same precision would hold. */
export function labelsForPrecision(candidates: Candidates, target: number): number | null {
  let least: number | null = null;
  candidates.selected.forEach((selected, at) => {
    const needed = sampleFor(precisionAt(candidates, at), target);
    if (needed === null) return;
    const labels = Math.ceil((needed * candidates.n) / selected);
    if (labels > candidates.n && (least === null || labels < least)) least = labels;
  });
  return least;
}

/** Number of labels, at this base rate, with which flagging everything (recall 1) would hold. */
export function labelsForRecall({ n, positives }: Candidates, target: number): number | null {
  const needed = leastAllRight(target, 'wilson', 1e9);
  return needed === null ? null : Math.max(n + 1, Math.ceil((needed * n) / positives));
}

/** Least n at which the bound of `share` reaches `target`; null when the share does not exceed it. */
function sampleFor(share: number, target: number): number | null {
  if (share <= target) return null;
  const reaches = (n: number) => wilsonLower(share * n, n) >= target;
  let high = 1;
  while (!reaches(high)) {
    high *= 2;
    if (high > 1e9) return null;
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}
