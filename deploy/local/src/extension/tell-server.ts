import { dataFolder, natsAdmin, postgresAccount, reloadUsers, SetupFailure } from '@app/servers';
import { join } from 'node:path';
import type { State } from '../state/state';
import { busUsersOf } from '../supervisor/environment';
import type { BusAdmin } from './durable';

/** The server's users are those of the state folder again, and what the change needs besides is made. */
export async function tellServer(state: State, work: (admin: BusAdmin) => Promise<void>): Promise<void> {
  const { running, secrets, folder } = state;
  if (!running) return;
  if (process.env['NATS_URL'])
    throw new SetupFailure(
      'The NATS at NATS_URL is not ours: stop the service and start it again, which says what its configuration lacks.',
    );
  const admin = { user: natsAdmin, password: secrets.nats };
  await reloadUsers(join(dataFolder(folder, postgresAccount()), 'nats.conf'), [admin, ...busUsersOf(secrets)]);
  await work({ url: running.natsUrl, ...admin });
}
