import type { Caller } from '@app/contracts';
import type { PlanQuota } from '@app/contracts/billing';
import { Problem } from '@app/problem';
import { Totals } from './meter.store';

const bytesPerGib = 2 ** 30;

/** What a change adds to what an organization holds; below 0 what it removes. */
export type Growth = Totals;

const limits = [
  { member: 'namespaces', capability: 'namespaces', unit: 1 },
  { member: 'documents', capability: 'documents', unit: 1 },
  { member: 'bytes', capability: 'gib', unit: bytesPerGib },
] as const;

/**
 * Refuses growth past the quota of a plan. An organization past its quota may still replace, shrink and delete.
 * @param quotas of every plan, the smallest first
 * @throws Problem `plan_required`, naming the smallest plan that holds the growth, or null when none does
 */
export function assertWithinQuota(
  plan: Caller['plan'],
  quotas: readonly PlanQuota[],
  held: Totals,
  growth: Growth,
): void {
  const index = quotas.findIndex((quota) => quota.plan === plan);
  if (index === -1) return;
  for (const { member, capability, unit } of limits) {
    const total = held[member] + growth[member];
    const holds = (quota: PlanQuota): boolean => quota[capability] === null || total <= quota[capability] * unit;
    if (growth[member] <= 0 || holds(quotas[index])) continue;
    const larger = quotas.slice(index + 1).find(holds)?.plan ?? null;
    const way = larger ? `the plan \`${larger}\` holds more` : 'no plan holds more';
    const max = `${quotas[index][capability]} ${capability === 'gib' ? 'GiB' : capability}`;
    throw new Problem('plan_required', `The plan \`${plan}\` holds ${max}; delete some, or ${way}.`, {
      capability,
      required_plan: larger,
      plan,
    });
  }
}
