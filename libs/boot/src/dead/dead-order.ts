import { Service, services } from '@app/contracts';
import { parseArgs } from 'node:util';

/** A parsed command about dead facts. `id` null means all of them. */
export type DeadOrder = { kind: 'list'; json: boolean } | { kind: 'redrive'; id: string | null };

/** A command that cannot be read. The message says how to write it. */
export class UnreadableOrder extends Error {}

export const usage = `usage:
  dead list [--service SERVICE] [--json]
  dead redrive --id msg_...
  dead redrive --all --service SERVICE`;

const idPattern = /^msg_[0-9a-f]{32}$/;

/** @throws UnreadableOrder with one sentence or the usage, also when the command names another service than `own` */
export function readDeadOrder(own: Service, args: string[]): DeadOrder {
  const { values, positionals } = parse(args);
  const { service, id, all, json } = values;
  if (service !== undefined && !services.some((one) => one === service))
    throw new UnreadableOrder(`--service must be one of ${services.join(', ')}.`);
  if (service !== undefined && service !== own)
    throw new UnreadableOrder(`This is ${own}: ask ${service} for its own dead facts.`);
  if (positionals.length !== 1) throw new UnreadableOrder(usage);
  if (positionals[0] === 'list' && id === undefined && !all) return { kind: 'list', json: json === true };
  if (positionals[0] !== 'redrive' || json) throw new UnreadableOrder(usage);
  if (id !== undefined && all) throw new UnreadableOrder('Give --id or --all, not both.');
  if (id !== undefined) {
    if (!idPattern.test(id))
      throw new UnreadableOrder('--id must be an id as `dead list` shows it, msg_ and 32 digits.');
    return { kind: 'redrive', id };
  }
  if (!all) throw new UnreadableOrder(usage);
  if (service === undefined) throw new UnreadableOrder('--all needs --service, so that nothing else is re-driven.');
  return { kind: 'redrive', id: null };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { service: text, id: text, all: flag, json: flag } });
  } catch (error) {
    throw new UnreadableOrder(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
