import { Problem, invalid } from '@app/problem';
import { GroupRow } from './definition.store';

/** Most groups per namespace, inherited ones included. */
export const maxGroups = 20;

/** Stored bytes of all groups of an organization: a process that serves it holds them in memory. */
export const maxOrganizationBytes = 4 * 1024 * 1024;

export function noGroup(name: string): Problem {
  return new Problem('not_found', `There is no group \`${name}\` here.`);
}

export function inherited({ name, scope }: GroupRow): Problem {
  const message = `\`${name}\` is inherited from \`${scope}\`; change or delete it there, or take another name.`;
  return new Problem('conflict', message, { reason: 'inherited', template: scope });
}

export function tooMany(): Problem {
  const message = `A namespace has at most ${maxGroups} groups, inherited ones included; delete one.`;
  return invalid('too_many_groups', '', message, { limit: maxGroups });
}

export function tooManyBytes(): Problem {
  const message =
    'The groups of an organization take at most 4 MiB together; shorten filters, or put one on a template prefix in place of many.';
  return invalid('bad_length', '/aggregates', message, { limit: maxOrganizationBytes });
}

/** @throws Problem `plan_required` on a plan without templates */
export function assertTemplates(plan: string): void {
  if (plan !== 'developer') return;
  throw new Problem('plan_required', 'Groups on a template prefix need the Team plan.', {
    capability: 'templates',
    required_plan: 'team',
    plan,
  });
}
