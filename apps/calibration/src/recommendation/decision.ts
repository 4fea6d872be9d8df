import { DecisionRow, DecisionView } from '@app/contracts/calibration';
import { Thresholds } from '@app/definition';
import { Costs, Labels, MeanCost, decisionOf } from '@app/statistics';

/** A threshold in force that flags from a value on. */
export interface InForce {
  name: string;
  at: number;
}

/** The thresholds in force that compare a number, from their value on. @param on `p`, `dist.<option>` or `score` */
export function inForceOn(on: string, thresholds: Thresholds): InForce[] {
  return Object.entries(thresholds).flatMap(([name, threshold]) => {
    if (typeof threshold === 'number') return on === 'p' ? [{ name, at: threshold }] : [];
    if (threshold.gte === undefined) return [];
    const compared = 'option' in threshold ? `dist.${threshold.option}` : 'field' in threshold ? threshold.field : null;
    return compared === on ? [{ name, at: threshold.gte }] : [];
  });
}

/** What the recommended threshold costs an answer, beside those in force, flagging none and flagging all, and the curve of costs. */
export function decisionView(
  labels: Labels,
  costs: Costs,
  { recommended, inForce }: { recommended: number | null; inForce: readonly InForce[] },
): DecisionView {
  const others: Pick<DecisionRow, 'flags' | 'name' | 'threshold'>[] = [
    ...inForce.map(({ name, at }) => ({ flags: 'in_force' as const, name, threshold: at })),
    { flags: 'none', name: null, threshold: null },
    { flags: 'all', name: null, threshold: null },
  ];
  const found = decisionOf(
    labels,
    costs,
    others.map(({ flags, threshold }) => (flags === 'all' ? -Infinity : threshold)),
  );
  const own = { flags: 'recommended' as const, name: null, threshold: recommended };
  return {
    rows: [
      { ...own, ...costOf(found.recommended), saves: null, saves_interval: null },
      ...found.others.map(({ saves, ...cost }, at) => ({ ...others[at], ...costOf(cost), ...savesOf(saves) })),
    ],
    curve: found.curve.map(({ threshold, ...cost }) => ({ threshold, ...costOf(cost) })),
  };
}

function costOf({ value, interval }: MeanCost) {
  return { cost: value, cost_interval: interval };
}

function savesOf({ value, interval }: MeanCost) {
  return { saves: value, saves_interval: interval };
}
