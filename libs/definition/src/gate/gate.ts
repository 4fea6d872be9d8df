import { notAvailableYet } from '@app/problem';
import { under } from '../reading/member';
import type { Members } from '../reading/member';

/** Members whose parsers stand before the services use them. */
export type Gated = 'related.answers';

/** The members that are closed. To open one, remove its line. */
const closed: readonly Gated[] = ['related.answers'];

/** Whether requests may send the member. */
export function isOpen(gated: Gated): boolean {
  return !closed.includes(gated);
}

/** @throws Problem `invalid_request`, reason `not_available_yet`, for a member that is sent while it is closed */
export function refuseClosed(gated: Gated, members: Members, member: string, pointer: string): void {
  if (Object.hasOwn(members, member) && !isOpen(gated)) throw notAvailableYet(under(pointer, member));
}
