import { type Commands, type OrderReader, addExamples, addNotes } from '@app/commands';
import type { Service } from '@app/contracts';
import { serviceOption } from '../service-option';

/** A parsed command about the key ring: count which keys are in use, or seal every row with the first key. */
export type KeyringOrder = 'status' | 'rotate';

/** Keys that seal secrets at rest. A command that names another service than `own` is refused. */
export const keyringTable =
  (own: Service): Commands<OrderReader<KeyringOrder>> =>
  (tree, run) => {
    const keyring = tree.command('keyring').description('Manages the keys that seal secrets at rest.');
    keyring
      .command('status')
      .addOption(serviceOption(own))
      .description('Counts the secrets by the key that seals them.')
      .action(run(() => 'status'));
    keyring
      .command('rotate')
      .addOption(serviceOption(own))
      .description('Seals every secret with the first key.')
      .action(run(() => 'rotate'));
    addExamples(keyring, 'status', 'rotate');
    addNotes(
      keyring,
      'Exit code: 0 done, 1 a value cannot be opened because its key is missing, 2 the command cannot be read.',
    );
  };
