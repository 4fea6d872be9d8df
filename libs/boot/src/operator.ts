import { DeadLetters } from '@app/bus';
import { Settings, readConfig } from '@app/config';
import { Database, Vault } from '@app/persistence';
import { carryOut } from './dead/dead-command';
import { UnreadableOrder, readDeadOrder } from './dead/dead-order';
import { carryOutKeyring } from './keyring/keyring-command';
import { readKeyringOrder } from './keyring/keyring-order';
import { ServiceSchema, poolOptionsOf } from './platform';
import { platformSettings } from './settings';

/** Carries out the operator's commands that only one service has. @returns the exit code */
export type Operate = (args: string[]) => Promise<number>;

/** Exit codes. `npm run dead`, which asks all services in turn, stops at an unreadable command. */
const exitCodes = { done: 0, failed: 1, unreadable: 2 } as const;

/**
 * The operator's mode of a service, `main.js operator ...`: opens its database and nothing else.
 * @returns the exit code
 */
export async function operate<S extends Settings>(
  schema: ServiceSchema<S>,
  args: string[],
  others?: Operate,
): Promise<number> {
  if (args[0] === 'dead') return operateDead(schema, args.slice(1));
  if (args[0] === 'keyring') return operateKeyring(schema, args.slice(1));
  if (others) return others(args);
  process.stderr.write(`${schema.service} has no operator's command but \`dead\` and \`keyring\`.\n`);
  return exitCodes.unreadable;
}

/**
 * The commands that only one service has: `read` parses the words into an order, and `carryOut` runs it on the service's
 * database and returns the sentence to print.
 * @param read throws an Error with one sentence when the command cannot be read
 */
export function operatorOf<S extends Settings, Order>(
  schema: ServiceSchema<S>,
  read: (args: string[]) => Order,
  carryOut: (database: Database, order: Order) => Promise<string>,
): Operate {
  return async (args) => {
    try {
      const order = read(args);
      const sentence = await withDatabase(schema, (database) => carryOut(database, order));
      process.stdout.write(`${sentence}\n`);
      return exitCodes.done;
    } catch (error) {
      process.stderr.write(`${sentenceOf(error)}\n`);
      return exitCodes.failed;
    }
  };
}

function operateDead<S extends Settings>(schema: ServiceSchema<S>, args: string[]): Promise<number> {
  return ofEvery(schema, async () => {
    const order = readDeadOrder(schema.service, args);
    const { lines, note, found } = await withDatabase(schema, (database) =>
      carryOut(schema.service, new DeadLetters(database), order),
    );
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    if (note) process.stderr.write(`${note}\n`);
    return found;
  });
}

function operateKeyring<S extends Settings>(schema: ServiceSchema<S>, args: string[]): Promise<number> {
  return ofEvery(schema, async () => {
    const order = readKeyringOrder(schema.service, args);
    const vault = new Vault(readConfig({ masterKey: platformSettings.masterKey }).masterKey, schema.service);
    const { lines, whole } = await withDatabase(schema, (database) =>
      carryOutKeyring(schema.service, { database, vault, sealed: schema.sealed ?? [] }, order),
    );
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return whole;
  });
}

/** Runs a command that every service has. @param work returns whether it succeeded */
async function ofEvery<S extends Settings>(
  { service }: ServiceSchema<S>,
  work: () => Promise<boolean>,
): Promise<number> {
  try {
    return (await work()) ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    const isUnreadable = error instanceof UnreadableOrder;
    process.stderr.write(`${isUnreadable ? '' : `${service}: `}${sentenceOf(error)}\n`);
    return isUnreadable ? exitCodes.unreadable : exitCodes.failed;
  }
}

/** Opens one connection to the database and nothing else of the service. */
async function withDatabase<S extends Settings, T>(
  schema: ServiceSchema<S>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = readConfig({ databaseUrl: platformSettings.databaseUrl });
  const database = await Database.open(poolOptionsOf(schema, databaseUrl, 1));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
