import { Service, services } from '@app/contracts';
import { parseArgs } from 'node:util';
import { UnreadableOrder } from '../dead/dead-order';

/** What the operator wants of the key ring: know which keys are in use, or have everything sealed with the first one. */
export type KeyringOrder = 'status' | 'rotate';

export const usage = `usage:
  keyring status [--service SERVICE]
  keyring rotate [--service SERVICE]`;

/** @throws UnreadableOrder with one sentence or the usage, also when another service than `own` is named */
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
