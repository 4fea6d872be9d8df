import { Plan, plans } from '@app/contracts';
import { Problem } from '@app/problem';

/** How many endpoints an organization may have, by plan [WHK-13]. */
export const endpointsByPlan = { developer: 2, team: 20, scale: 100 } as const satisfies Record<Plan, number>;

/**
 * @param count endpoints that the organization has
 * @throws Problem `plan_required` with the smallest plan that allows one more, or null when none does
 */
export function checkPlan(plan: Plan, count: number): void {
  if (count < endpointsByPlan[plan]) return;
  const required = plans.find((each) => endpointsByPlan[each] > count) ?? null;
  const way = required ? `delete one or change to the plan \`${required}\`` : 'delete one first';
  throw new Problem(
    'plan_required',
    `The plan \`${plan}\` allows ${endpointsByPlan[plan]} webhook endpoints; ${way}.`,
    {
      capability: 'webhook_endpoints',
      required_plan: required,
      plan,
    },
  );
}
