import { type Commands, type OrderReader, UnreadableCommand, choice, matching, readOrder } from '@app/commands';
import { type Consumable, consumables, extensionNamePattern } from '@app/contracts/catalogue';
import { askExtension } from '@app/contracts/engines';

/** A parsed command about extensions. */
export type ExtensionOrder =
  | { verb: 'list' }
  | { verb: 'remove'; name: string }
  | { verb: 'add'; name: string; engine?: string; consumes?: Consumable };

const nameOf = matching(extensionNamePattern, 'It needs a letter first, then letters, digits and "-", such as "crm".');

/** Processes of the user's own, with their users on the bus. */
const extensionTable: Commands<OrderReader<ExtensionOrder>> = (tree, run) => {
  tree
    .command('add')
    .argument('<name>', 'such as crm', nameOf)
    .addOption(choice('--engine <engine>', 'the engine that it answers for', Object.keys(askExtension)))
    .addOption(choice('--consumes <what>', 'what it consumes, by a durable of its own', consumables))
    .description('Gives a process its user on the bus and prints it.')
    .action(run(add));
  tree
    .command('list')
    .description('Lists extensions.')
    .action(run(() => ({ verb: 'list' })));
  tree
    .command('remove')
    .argument('<name>', 'as the list shows it', nameOf)
    .description('Takes the user of an extension away.')
    .action(run((_: object, name: string) => ({ verb: 'remove', name })));
};

/** @throws UnreadableCommand with a sentence or a usage */
export function readExtensionOrder(words: readonly string[]): ExtensionOrder {
  return readOrder('extension', [extensionTable], words);
}

function add(does: { engine?: string; consumes?: Consumable }, name: string): ExtensionOrder {
  if (does.engine === undefined && does.consumes === undefined)
    throw new UnreadableCommand('Say what it does: --engine ENGINE, --consumes events, or --consumes answers.');
  return { verb: 'add', name, ...does };
}
