import { PlanQuota } from '@app/contracts/billing';
import { assertWithinQuota } from './plan-quota';

const quotas: PlanQuota[] = [
  { plan: 'developer', namespaces: 2, documents: 10, gib: 1 },
  { plan: 'team', namespaces: 5, documents: 100, gib: 2 },
  { plan: 'scale', namespaces: null, documents: 1_000, gib: null },
];
const held = { namespaces: 2, documents: 10, bytes: 2 ** 30 };
const none = { namespaces: 0, documents: 0, bytes: 0 };
const details = (change: () => void): object | null => {
  try {
    change();
    return null;
  } catch (error) {
    return error as object;
  }
};

it('allows growth up to the quota and refuses more, naming the plan that holds it', () => {
  expect(
    details(() => assertWithinQuota('developer', quotas, { ...none, documents: 9 }, { ...none, documents: 1 })),
  ).toBeNull();
  expect(details(() => assertWithinQuota('developer', quotas, held, { ...none, documents: 1 }))).toMatchObject({
    code: 'plan_required',
    details: { capability: 'documents', required_plan: 'team', plan: 'developer' },
  });
  expect(details(() => assertWithinQuota('developer', quotas, held, { ...none, namespaces: 1 }))).toMatchObject({
    details: { capability: 'namespaces', required_plan: 'team' },
  });
  expect(details(() => assertWithinQuota('team', quotas, held, { ...none, bytes: 2 ** 30 + 1 }))).toMatchObject({
    details: { capability: 'gib', required_plan: 'scale' },
  });
  expect(details(() => assertWithinQuota('scale', quotas, held, { ...none, documents: 5_000 }))).toMatchObject({
    details: { capability: 'documents', required_plan: null, plan: 'scale' },
  });
});

it('allows an organization past its quota to replace, shrink and delete', () => {
  const over = { namespaces: 9, documents: 99, bytes: 9 * 2 ** 30 };
  expect(details(() => assertWithinQuota('developer', quotas, over, none))).toBeNull();
  expect(
    details(() => assertWithinQuota('developer', quotas, over, { ...none, documents: -1, bytes: -10 })),
  ).toBeNull();
});
