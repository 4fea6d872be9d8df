import type { Schema } from '@app/sdk/client';

/** When a threshold is true, such as `p ≥ 0.62`. */
export function thresholdText(threshold: Schema<'Threshold'>): string {
  if (typeof threshold === 'number') return `p ≥ ${threshold}`;
  const { gte, lte } = threshold;
  const subject =
    'option' in threshold
      ? `share of “${threshold.option}”`
      : 'feature' in threshold
        ? threshold.feature
        : String(threshold.field).replace('_', ' ');
  const sides = [gte === undefined ? '' : `≥ ${gte}`, lte === undefined ? '' : `≤ ${lte}`];
  return `${subject} ${sides.filter((side) => side !== '').join(' and ')}`;
}
