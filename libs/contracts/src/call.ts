import { Nested, OneOf, Shape, Stamp, Text } from './field';

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

/** The error envelope of the specification. */
export class ErrorBody {
  @Text() code: string;
  @Text() message: string;
  @Shape({ type: 'object' }, { optional: true }) details?: Record<string, unknown>;
}

export class ErrorReply {
  @Nested(() => ErrorBody) error: ErrorBody;
}

/** What the gateway needs to know of a reply besides its body. */
export class Committed {
  @Stamp({ optional: true }) committed_at?: string;
}
