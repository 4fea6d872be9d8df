import { Tx } from '@app/persistence';
import { Principal } from '../principal/principal';
import { holdSession } from '../session/live-session';
import { lockOrganization } from './organization.store';

/**
 * Begins a change of an organization, its members or its keys: such changes of one organization come one after the other, and
 * those of another organization wait for none of them.
 * @throws Problem `unauthorized` when the session that asks has ended
 */
export async function beginChange(tx: Tx, principal: Principal): Promise<void> {
  await lockOrganization(tx, principal.organization.id);
  await holdSession(tx, principal);
}
