import { Int, MapOf, Text, Values } from './field';
import { broadcast, request } from './message';

/** Borrowing of this second's requests from the gateway that keeps count. */
export class BorrowAllowance {
  @Text({ meaning: 'Who borrows: a process.' }) borrower: string;
  @Text() key: string;
  @Text() organization: string;
  @Int({ min: 1, max: 50 }) requests: number;
  @Int({ meaning: 'Requests a second per key.' }) key_limit: number;
  @Int({ meaning: 'Requests a second per organization.' }) organization_limit: number;
}
export class AllowanceBorrowed {
  @Int({ min: 0 }) granted: number;
  @Int({ meaning: "Left in the current second under the key's limit." }) key_remaining: number;
  @Int({ meaning: "Left in the current second under the organization's limit." }) organization_remaining: number;
}
export const borrowAllowance = request({
  subject: 'gateway.allowance.borrow.v1',
  why: 'Limits hold over all gateways: one keeps, others borrow.',
  from: ['gateway'],
  to: 'gateway',
  query: BorrowAllowance,
  reply: AllowanceBorrowed,
  maxConcurrent: 1024,
});

export class ReadsCounted {
  @Text() gateway: string;
  @MapOf({ type: 'integer' }, { meaning: 'Gets and queries in flight by organization and namespace.' }) reads: Record<
    string,
    number
  >;
}
export const readsCounted = broadcast({
  subject: 'gateway.reads.counted.v1',
  why: 'Reads in flight by namespace, so that 32 hold over all gateways.',
  from: 'gateway',
  payload: ReadsCounted,
});

export class OrganizationMarksAsked {
  @Text() organization: string;
}
export class OrganizationMarks {
  @Values({ type: 'string' }, { meaning: "Namespaces under one of these stay out of a template's calibration." })
  non_production_prefixes: string[];
}
export const readOrganizationMarks = request({
  subject: 'gateway.organization.marks.v1',
  why: 'Which namespaces are no production: a fit that pools a template leaves them out.',
  from: ['calibration'],
  to: 'gateway',
  query: OrganizationMarksAsked,
  reply: OrganizationMarks,
});
