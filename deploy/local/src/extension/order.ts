import { type Consumable, askExtension, consumables, extensionNamePattern } from '@app/contracts';
import { parseArgs } from 'node:util';
import { SetupFailure } from '../infrastructure/failure';

/** A parsed command about extensions. */
export type ExtensionOrder =
  | { verb: 'list' }
  | { verb: 'remove'; name: string }
  | { verb: 'add'; name: string; engine?: string; consumes?: Consumable };

export const usage = `usage:
  extension add NAME [--engine ENGINE] [--consumes events|answers]
  extension list
  extension remove NAME`;

/** @throws SetupFailure with one sentence or the usage */
export function readExtensionOrder(args: string[]): ExtensionOrder {
  const { values, positionals } = parse(args);
  const [verb, name = '', ...more] = positionals;
  if (verb === 'list' && name === '') return { verb };
  if ((verb !== 'add' && verb !== 'remove') || name === '' || more.length > 0) throw new SetupFailure(usage);
  if (!extensionNamePattern.test(name))
    throw new SetupFailure(`Name it with a letter first, then letters, digits and "-", such as "crm", not "${name}".`);
  if (verb === 'remove') return { verb, name };
  const { engine, consumes } = values;
  if (engine === undefined && consumes === undefined)
    throw new SetupFailure('Say what it does: --engine ENGINE, --consumes events, or --consumes answers.');
  const engines = Object.keys(askExtension);
  if (engine !== undefined && !engines.includes(engine))
    throw new SetupFailure(`--engine must be one of ${engines.join(', ')}.`);
  const consumed = consumables.find((one) => one === consumes);
  if (consumes !== undefined && !consumed)
    throw new SetupFailure(`--consumes must be one of ${consumables.join(', ')}.`);
  return { verb, name, ...(engine ? { engine } : {}), ...(consumed ? { consumes: consumed } : {}) };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { engine: { type: 'string' }, consumes: { type: 'string' } },
    });
  } catch (error) {
    throw new SetupFailure(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
