/** A threshold as the API has it. */
export type ThresholdValue =
  number | ({ gte?: number; lte?: number } & ({ option: string } | { feature: string } | { field: string }));

/** A threshold as a cut through one number of the answers. */
export interface Cut {
  /** The number as filters name it behind `answers.<judgment>.`, such as `p`, `dist.refund` or `score`. */
  on: string;
  /** `gte`: flagged from the value on; `lte`: flagged up to it. */
  side: 'gte' | 'lte';
  at: number;
}

export function cutOf(threshold: ThresholdValue): Cut {
  if (typeof threshold === 'number') return { on: 'p', side: 'gte', at: threshold };
  const { gte, lte = 0 } = threshold;
  return { on: onOf(threshold), ...(gte === undefined ? { side: 'lte', at: lte } : { side: 'gte', at: gte }) };
}

function onOf(threshold: Exclude<ThresholdValue, number>): string {
  if ('option' in threshold) return `dist.${threshold.option}`;
  return 'feature' in threshold ? `features.${threshold.feature}` : threshold.field;
}

/** The threshold that a cut is; the inverse of `cutOf`. */
export function thresholdOf({ on, side, at }: Cut): ThresholdValue {
  if (on === 'p') return at;
  if (on.startsWith('dist.')) return { option: on.slice('dist.'.length), [side]: at };
  if (on.startsWith('features.')) return { feature: on.slice('features.'.length), [side]: at };
  return { field: on, [side]: at };
}
