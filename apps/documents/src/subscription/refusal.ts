import { Problem, invalid } from '@app/problem';
import { SubscriptionRow } from './subscription.store';

/** Most subscriptions per namespace, inherited ones included. */
export const maxSubscriptions = 1000;

/** Stored bytes of all subscriptions of an organization: a process that serves it holds them in memory. */
export const maxOrganizationBytes = 16 * 1024 * 1024;

export function noSubscription(name: string): Problem {
  return new Problem('not_found', `There is no subscription \`${name}\` here.`);
}

export function inherited({ name, scope }: SubscriptionRow): Problem {
  const message = `\`${name}\` is inherited from \`${scope}\`; change or delete it there, or take another name.`;
  return new Problem('conflict', message, { reason: 'inherited', template: scope });
}

export function tooMany(): Problem {
  const message = `A namespace has at most ${maxSubscriptions} subscriptions, inherited ones included; delete one.`;
  return invalid('bad_length', '', message, { limit: maxSubscriptions });
}

export function tooManyBytes(): Problem {
  const message =
    'The subscriptions of an organization take at most 16 MiB together; shorten filters, or put one on a template prefix in place of many.';
  return invalid('bad_length', '/filter', message, { limit: maxOrganizationBytes });
}

/** @throws Problem `plan_required` on a plan without templates */
export function assertTemplates(plan: string): void {
  if (plan !== 'developer') return;
  throw new Problem('plan_required', 'Subscriptions on a template prefix need the Team plan.', {
    capability: 'templates',
    required_plan: 'team',
    plan,
  });
}
