import { spawn } from 'node:child_process';
import { type Service } from '../infrastructure/service';
import { openInfrastructure } from '../infrastructure/infrastructure';
import { prepareDatabase } from '../infrastructure/database';
import { accountsOf, busUsersOf, serviceEnvironment, type Addresses } from '../supervisor/environment';
import { migrate } from '../supervisor/migration';
import { State } from '../state/state';
import { built, stateFolder } from '../workspace';
import { askForDead, servicesOf } from './dead';
import { addKey, askForKeyring } from './keyring';

/**
 * Runs a service's operator mode with this terminal's streams, as if it had been called itself.
 * `dead` and `keyring` ask every service, or the one it names.
 * @returns the exit code
 */
export async function operate(command: string, args: string[]): Promise<number> {
  if (command === 'keyring' && args[0] === 'add') return addKey();
  const ofEvery = command === 'dead' ? askForDead : command === 'keyring' ? askForKeyring : null;
  if (ofEvery) servicesOf(args); // refused before anything is started for it
  const state = new State(stateFolder());
  return withAddresses(state, async (addresses) => {
    const run = (service: Service) => runOperator(service, [command, ...args], state, addresses);
    return ofEvery ? ofEvery(args, run) : run('gateway');
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

/** A terminal sends these to this process alone, or a program that gives up on it does; Ctrl-C reaches the child too. */
const passedOn = ['SIGTERM', 'SIGHUP'] as const;

/** Runs a Node script on this terminal's streams, and ends it when this process is asked to end. @returns its exit code */
export function runScript(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', ...args], { env, stdio: 'inherit' });
    const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
    for (const signal of passedOn) process.on(signal, passOn);
    const end = (): void => {
      for (const signal of passedOn) process.off(signal, passOn);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('exit', (code) => {
      end();
      resolve(code ?? 1);
    });
  });
}
