import {
  type Commands,
  type OrderReader,
  UnreadableCommand,
  addExamples,
  addNotes,
  choice,
  matching,
  readOrder,
} from '@app/commands';
import { type Consumable, consumables, extensionNamePattern } from '@app/contracts/catalogue';
import { askExtension } from '@app/contracts/engines';
import { operatorProgram } from '../operator-program';

/** A parsed command about extensions. */
export type ExtensionOrder =
  | { verb: 'list' }
  | { verb: 'remove'; name: string }
  | { verb: 'add'; name: string; engine?: string; consumes?: Consumable };

const nameOf = matching(extensionNamePattern, 'It needs a letter first, then letters, digits and "-", such as "crm".');

/** Processes of the user's own, with their users on the bus. */
export const extensionTable: Commands<OrderReader<ExtensionOrder>> = (tree, run) => {
  const extension = tree
    .command('extension')
    .description(
      'Gives a process of your own its user on the bus: it answers for an engine, or consumes events or answers.',
    );
  extension
    .command('add')
    .argument('<name>', 'such as crm', nameOf)
    .addOption(choice('--engine <engine>', 'the engine that it answers for', Object.keys(askExtension)))
    .addOption(choice('--consumes <what>', 'what it consumes, by a durable of its own', consumables))
    .description('Makes the user and prints its name, its password and its durable, while the service runs or not.')
    .action(run(add));
  extension
    .command('list')
    .description('Lists extensions.')
    .action(run(() => ({ verb: 'list' })));
  extension
    .command('remove')
    .argument('<name>', 'as the list shows it', nameOf)
    .description('Takes the user of an extension away.')
    .action(run((_: object, name: string) => ({ verb: 'remove', name })));
  addExamples(extension, 'add overlap --engine jev', 'add crm --consumes answers');
  addNotes(extension, 'Exit code: 0 done, 1 the command cannot be carried out, 2 it cannot be read.');
};

/** @param words behind `extension` @throws UnreadableCommand with a sentence or a usage */
export function readExtensionOrder(words: readonly string[]): ExtensionOrder {
  return readOrder(operatorProgram, [extensionTable], ['extension', ...words]);
}

function add(does: { engine?: string; consumes?: Consumable }, name: string): ExtensionOrder {
  if (does.engine === undefined && does.consumes === undefined)
    throw new UnreadableCommand('Say what it does: --engine ENGINE, --consumes events, or --consumes answers.');
  return { verb: 'add', name, ...does };
}
