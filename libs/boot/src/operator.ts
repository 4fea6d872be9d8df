import { DeadLetters } from '@app/bus';
import { EXIT, type ExitCode, UnreadableCommand } from '@app/commands';
import { Settings, readConfig } from '@app/config';
import { Database, Vault } from '@app/persistence';
import { carryOut } from './dead/dead-command';
import { readDeadOrder } from './dead/dead-order';
import { carryOutKeyring } from './keyring/keyring-command';
import { readKeyringOrder } from './keyring/keyring-order';
import { ServiceSchema, poolOptionsOf } from './platform';
import { platformSettings } from './settings';

/** Carries out the operator's commands that only one service has. @returns the exit code */
export type Operate = (args: string[]) => Promise<number>;

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
  return EXIT.usage;
}

/**
 * The commands that only one service has: `read` parses the words into an order, and `carryOut` runs it on the service's
 * database and returns the sentence to print.
 * @param read throws an UnreadableCommand when the words name no order or ask for help
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
      return EXIT.done;
    } catch (error) {
      return told(error);
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
    return (await work()) ? EXIT.done : EXIT.failed;
  } catch (error) {
    return told(error, `${service}: `);
  }
}

/** Prints why a command was not carried out, or the help that it asked for. @returns the exit code */
function told(error: unknown, failed = ''): ExitCode {
  const isUnreadable = error instanceof UnreadableCommand;
  const exitCode = isUnreadable ? error.exitCode : EXIT.failed;
  const stream = exitCode === EXIT.done ? process.stdout : process.stderr;
  stream.write(`${isUnreadable ? '' : failed}${error instanceof Error ? error.message : String(error)}\n`);
  return exitCode;
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
