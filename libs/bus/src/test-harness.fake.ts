import { Service } from '@app/contracts';
import { documentDeleted } from '@app/contracts/documents';
import { Metrics } from '@app/observability';
import { Database, emptySchema } from '@app/persistence';
import { keepLog, openFreshDatabase, testEnvironment } from '@app/testing';
import { Bus } from './bus';
import { BusConnection } from './connection';
import { StreamBounds } from './stream-bounds';
import { Delivered, Entry, on } from './table';

/** What the harnesses of a spec log. */
export const log = keepLog();
const { logger } = log;

export interface TestHarness {
  bus: Bus;
  database: Database;
  metrics: Metrics;
  close(): Promise<void>;
}

/** Consumes deleted documents of one organization only: streams and durables outlive a spec and carry others' facts. */
export function onDeletedDocument(
  organization: string,
  work: (id: string, delivered: Delivered<object>) => Promise<void>,
): Entry {
  return on(documentDeleted, async (delivered) => {
    const { payload } = delivered;
    if (payload.organization === organization) await work(payload.documents[0].id, delivered);
  });
}

/**
 * A service with only the given table and the tables that every service has, on the real bus and database.
 * @param bounds of the streams that it creates; those of an installation when left out
 */
export async function openHarness(service: Service, table: Entry[] = [], bounds?: StreamBounds): Promise<TestHarness> {
  return openOver(await openFreshDatabase({ service, settings: {}, sql: emptySchema }), service, table, bounds);
}

/** Another process of a service, over the same rows. */
export async function openReplica(service: Service, of: TestHarness): Promise<TestHarness> {
  return openOver(await of.database.openBeside({ name: 'replica', poolSize: 5 }), service, []);
}

async function openOver(
  database: Database,
  service: Service,
  table: Entry[],
  bounds?: StreamBounds,
): Promise<TestHarness> {
  const nats = new URL(testEnvironment().natsUrl);
  const { host, username: user, password } = nats;
  const server = { url: `nats://${host}`, user, password };
  const connection = await BusConnection.open({ ...server, service, replica: '0', logger, bounds });
  const metrics = new Metrics(service, '0');
  const bus = new Bus(connection, database, logger, metrics);
  await bus.serve(table);
  return { bus, database, metrics, close: () => bus.drain().then(() => database.close()) };
}
