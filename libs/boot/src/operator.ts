import { DeadLetters } from '@app/bus';
import {
  type Commands,
  EXIT,
  type ExitCode,
  type OrderReader,
  UnreadableCommand,
  mapped,
  readOrder,
} from '@app/commands';
import { Settings, readConfig } from '@app/config';
import { Database, Vault } from '@app/persistence';
import { carryOut as carryOutDead } from './dead/dead-command';
import { type DeadOrder, deadTable } from './dead/dead-order';
import { carryOutKeyring } from './keyring/keyring-command';
import { type KeyringOrder, keyringTable } from './keyring/keyring-order';
import { ServiceSchema, poolOptionsOf } from './platform';
import { platformSettings } from './settings';

/** The operator's mode of a service: carries out a command. @returns the exit code */
export type Operate = (args: string[]) => Promise<number>;

/** The commands that only one service has. */
interface OwnCommands<Order> {
  tables: readonly Commands<OrderReader<Order>>[];
  /** Runs an order on the service's database. @returns the sentence to print */
  carryOut(database: Database, order: Order): Promise<string>;
}

/** A command that has been read and not carried out. */
type Work = () => Promise<number>;

/**
 * What `main.js operator ...` of a service does: its own commands beside those that every service has, under one help. It
 * opens the service's database and nothing else.
 */
export function operatorOf<S extends Settings, Order>(schema: ServiceSchema<S>, own?: OwnCommands<Order>): Operate {
  const tables: Commands<OrderReader<Work>>[] = [
    ...(own ? own.tables.map((table) => mapped(table, (order) => () => operateOwn(schema, own, order))) : []),
    mapped(deadTable(schema.service), (order) => () => operateDead(schema, order)),
    mapped(keyringTable(schema.service), (order) => () => operateKeyring(schema, order)),
  ];
  return async (args) => {
    try {
      return await readOrder('operator', tables, args)();
    } catch (error) {
      return told(error);
    }
  };
}

async function operateOwn<S extends Settings, Order>(
  schema: ServiceSchema<S>,
  { carryOut }: OwnCommands<Order>,
  order: Order,
): Promise<number> {
  const sentence = await withDatabase(schema, (database) => carryOut(database, order));
  process.stdout.write(`${sentence}\n`);
  return EXIT.done;
}

function operateDead<S extends Settings>(schema: ServiceSchema<S>, order: DeadOrder): Promise<number> {
  return runInEvery(schema, async () => {
    const { lines, note, found } = await withDatabase(schema, (database) =>
      carryOutDead(schema.service, new DeadLetters(database), order),
    );
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    if (note) process.stderr.write(`${note}\n`);
    return found;
  });
}

function operateKeyring<S extends Settings>(schema: ServiceSchema<S>, order: KeyringOrder): Promise<number> {
  return runInEvery(schema, async () => {
    const vault = new Vault(readConfig({ masterKey: platformSettings.masterKey }).masterKey, schema.service);
    const { lines, whole } = await withDatabase(schema, (database) =>
      carryOutKeyring(schema.service, { database, vault, sealed: schema.sealed ?? [] }, order),
    );
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return whole;
  });
}

/** Carries out a command that every service has; what it prints names the service. @param work returns whether it succeeded */
async function runInEvery<S extends Settings>(
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
