import { openInfrastructure, prepareDatabase, type Service } from '@app/servers';
import { accountsOf, busUsersOf, serviceEnvironment, type Addresses } from '../supervisor/environment';
import { migrate } from '../supervisor/migration';
import { runScript } from '../supervisor/script';
import { State } from '../state/state';
import { built, stateFolder } from '../workspace';
import { askForDead, servicesOf } from './dead';
import { runExtensionCommand } from './extension';
import { addKey, askForKeyring } from './keyring';
import { readerOf } from './reader';

/**
 * Carries out an operator's command: `extension` and `keyring add` here, any other by the operator mode of the service that
 * reads it, with this terminal's streams, as if it had been called itself. `dead` and `keyring` ask every service, or the one
 * they name.
 * @returns the exit code
 * @throws UnreadableCommand when there is no such command
 */
export async function operate([command = '', ...args]: string[]): Promise<number> {
  if (command === 'extension') return runExtensionCommand(args);
  if (command === 'keyring' && args[0] === 'add') return addKey();
  const reader = readerOf(command);
  if (reader === 'every') servicesOf(args); // refused before anything is started for it
  const state = new State(stateFolder());
  return withAddresses(state, async (addresses) => {
    const run = (service: Service) => runOperator(service, [command, ...args], state, addresses);
    if (reader !== 'every') return run(reader);
    return command === 'dead' ? askForDead(args, run) : askForKeyring(args, run);
  });
}

/** The addresses of what runs; when nothing does, Postgres and NATS are started for the command alone. */
async function withAddresses(state: State, work: (addresses: Addresses) => Promise<number>): Promise<number> {
  const { running, secrets, kept } = state;
  if (running) return work(running);
  state.take();
  try {
    const infrastructure = await openInfrastructure({
      stateDir: state.folder,
      purpose: 'local',
      users: busUsersOf(secrets),
      passwords: secrets,
      ports: kept.ports,
    });
    try {
      const addresses = { adminUrl: infrastructure.postgres.adminUrl, natsUrl: infrastructure.nats.url };
      await prepareDatabase(addresses.adminUrl, accountsOf(secrets));
      const environment = (service: Service) =>
        serviceEnvironment(service, secrets, addresses, { replica: 0, adminPort: 0 });
      await migrate(state, addresses.adminUrl, environment);
      return await work(addresses);
    } finally {
      await infrastructure.stop();
    }
  } finally {
    state.release();
  }
}

function runOperator(service: Service, args: string[], { secrets }: State, addresses: Addresses): Promise<number> {
  const env = serviceEnvironment(service, secrets, addresses, { replica: 0, adminPort: 0 });
  return runScript([built(`apps/${service}`), 'operator', ...args], env);
}
