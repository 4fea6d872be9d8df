import { type Commands, EXIT, type OrderReader } from '@app/commands';
import type { Service } from '@app/servers';
import { State } from '../state/state';
import { stateFolder } from '../workspace';
import { servicesOf } from './dead';

/**
 * Asks services one after another; an unreadable command is printed once.
 * @param ask runs a service's own command and returns its exit code
 * @returns 0 when every service did it
 */
export async function askForKeyring(args: string[], ask: (service: Service) => Promise<number>): Promise<number> {
  const codes: number[] = [];
  for (const service of servicesOf(args)) {
    const code = await ask(service);
    if (code === EXIT.usage) return code;
    codes.push(code);
  }
  return codes.every((code) => code === EXIT.done) ? EXIT.done : EXIT.failed;
}

/** `keyring add`, beside the commands about the ring that every service has. */
export const addKeyTable: Commands<OrderReader<'add'>> = (tree, run) => {
  const keyring = tree.commands.find((command) => command.name() === 'keyring') ?? tree.command('keyring');
  keyring
    .command('add')
    .description('Puts a new key before the others of this machine. The service must be stopped.')
    .action(run(() => 'add'));
};

/** `keyring add`: the ring of this machine gets a new first key, which the next start uses. */
export function addKey(): number {
  const id = new State(stateFolder()).addKey(Date.now());
  console.log(
    `key ${id} is the first of the ring: \`npm run operator -- keyring rotate\` seals what is kept anew with it`,
  );
  return 0;
}
