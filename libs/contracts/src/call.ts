import { OneOf, Text } from './field';

export const roles = ['read_write', 'read_only'] as const;
export type Role = (typeof roles)[number];
export const plans = ['developer', 'team', 'scale'] as const;
export type Plan = (typeof plans)[number];

/** The identity of the client; every request carries it from the gateway on. */
export class Caller {
  @Text({ meaning: 'Organization id, `org_..`.' }) organization: string;
  @OneOf(roles) role: Role;
  @Text({ meaning: 'Scope of the key: `*`, `p`, `p*`, `p/` or `p/*`.' }) scope: string;
  @OneOf(plans) plan: Plan;
  @Text({ meaning: '`key:<id>` or `user:<id>`.' }) actor: string;
}
