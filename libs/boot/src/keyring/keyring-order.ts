import { Service, services } from '@app/contracts';
import { parseArgs } from 'node:util';
import { UnreadableOrder } from '../dead/dead-order';

/** A parsed command about the key ring: count which keys are in use, or seal every row with the first key. */
export type KeyringOrder = 'status' | 'rotate';

export const usage = `usage:
  keyring status [--service SERVICE]
  keyring rotate [--service SERVICE]`;

/** @throws UnreadableOrder with one sentence or the usage, also when the command names another service than `own` */
export function readKeyringOrder(own: Service, args: string[]): KeyringOrder {
  const { values, positionals } = parse(args);
  const { service } = values;
  if (service !== undefined && !services.some((one) => one === service))
    throw new UnreadableOrder(`--service must be one of ${services.join(', ')}.`);
  if (service !== undefined && service !== own) throw new UnreadableOrder(`This is ${own}: ask ${service} itself.`);
  const [order] = positionals;
  if (positionals.length !== 1 || (order !== 'status' && order !== 'rotate')) throw new UnreadableOrder(usage);
  return order;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { service: { type: 'string' } } });
  } catch (error) {
    throw new UnreadableOrder(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
