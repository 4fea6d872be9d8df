import { Caller, PlanQuota } from '@app/contracts';
import { Problem } from '@app/problem';
import { Totals } from './meter.store';

const bytesPerGib = 2 ** 30;

/** What a change adds to what an organization holds; less than nothing is room made. */
export type Growth = Totals;

const limits = [
  { member: 'namespaces', capability: 'namespaces', unit: 1 },
  { member: 'documents', capability: 'documents', unit: 1 },
  { member: 'bytes', capability: 'gib', unit: bytesPerGib },
] as const;

/**
 * Refuses growth past what the plan holds. What is held already stays, and may shrink or be replaced.
 * @param quotas of every plan, the smallest first
 * @throws Problem `plan_required`, naming the smallest plan with room, or null when none has
 */
export function assertRoom(plan: Caller['plan'], quotas: readonly PlanQuota[], held: Totals, growth: Growth): void {
  const place = quotas.findIndex((quota) => quota.plan === plan);
  if (place === -1) return;
  for (const { member, capability, unit } of limits) {
    const wanted = held[member] + growth[member];
    const holds = (quota: PlanQuota): boolean => quota[capability] === null || wanted <= quota[capability] * unit;
    if (growth[member] <= 0 || holds(quotas[place])) continue;
    const larger = quotas.slice(place + 1).find(holds)?.plan ?? null;
    const way = larger ? `the plan \`${larger}\` holds more` : 'no plan holds more';
    const most = `${quotas[place][capability]} ${capability === 'gib' ? 'GiB' : capability}`;
    throw new Problem('plan_required', `The plan \`${plan}\` holds ${most}; delete some, or ${way}.`, {
      capability,
      required_plan: larger,
      plan,
    });
  }
}
