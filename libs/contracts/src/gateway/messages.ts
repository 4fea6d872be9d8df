import { plans } from '../call';
import type { Plan } from '../call';
import { Int, MapOf, OneOf, Text, Values } from '../field';
import { broadcast, request } from '../message';

/** A gateway borrows requests of this second from the limit leader. */
export class BorrowAllowance {
  @Text({ meaning: 'The gateway process that borrows.' }) borrower: string;
  @Text() key: string;
  @Text() organization: string;
  @Int({ min: 1, max: 50 }) requests: number;
  @Int({ meaning: 'Requests per second of the key.' }) key_limit: number;
  @Int({ meaning: 'Requests per second of the organization.' }) organization_limit: number;
  @Int({ optional: true, min: 10, max: 500, meaning: 'Milliseconds from sending in which it spends them; default 50.' })
  spend_within_ms?: number;
}
export class AllowanceBorrowed {
  @Int({ min: 0 }) granted: number;
  @Int({ meaning: "Requests left in this second under the key's limit." }) key_remaining: number;
  @Int({ meaning: "Requests left in this second under the organization's limit." }) organization_remaining: number;
}
export const borrowAllowance = request({
  subject: 'gateway.allowance.borrow.v1',
  why: 'Borrows requests from the limit leader, so that limits hold over all gateways.',
  from: ['gateway'],
  to: 'gateway',
  query: BorrowAllowance,
  reply: AllowanceBorrowed,
  maxConcurrent: 1024,
});

export class ReadsCounted {
  @Text() gateway: string;
  @MapOf({ type: 'integer' }, { meaning: 'Reads and queries in flight by organization and namespace.' }) reads: Record<
    string,
    number
  >;
}
export const readsCounted = broadcast({
  subject: 'gateway.reads.counted.v1',
  why: 'The reads in flight of one gateway, so that the limit of 32 for each namespace holds over all gateways.',
  from: 'gateway',
  payload: ReadsCounted,
});

export class OrganizationMarksAsked {
  @Text() organization: string;
}
export class OrganizationMarks {
  @Values({ type: 'string' }, { meaning: "Prefixes of namespaces that a template's calibration leaves out." })
  non_production_prefixes: string[];
  @OneOf(plans, { optional: true, meaning: 'Plan of the organization: automatic runs start from Team on.' })
  plan?: Plan;
}
export const readOrganizationMarks = request({
  subject: 'gateway.organization.marks.v1',
  why: 'Reads the prefixes of non-production namespaces, which the fits of a template leave out.',
  from: ['calibration'],
  to: 'gateway',
  query: OrganizationMarksAsked,
  reply: OrganizationMarks,
});
