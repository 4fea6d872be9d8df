import { Tx } from '@app/persistence';
import { lockAccount } from '../account/account.store';
import { Principal } from '../principal/principal';
import { unauthorized } from './session-ring';
import { ListedSession, readSession } from './session.store';

/**
 * Finds the session of a request alive, and keeps it so until the transaction ends: the gateway's copy of a session may be
 * half a second old, and one that was ended meanwhile must change nothing. An API key passes.
 * @throws Problem `unauthorized` when the session has ended
 */
export async function holdSession(tx: Tx, { session }: Principal): Promise<ListedSession | null> {
  if (!session) return null;
  // A request that ends a session of the account takes the same lock first.
  await lockAccount(tx, session.account);
  const alive = await readSession(tx, session.account, session.id);
  if (alive) return alive;
  throw unauthorized();
}
