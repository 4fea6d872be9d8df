import { documentDeleted } from '@app/contracts';
import { Metrics, createLogger } from '@app/observability';
import { Database, emptySchema } from '@app/persistence';
import { openFreshDatabase, testEnvironment } from '@app/testing';
import { Bus } from './bus';
import { BusConnection } from './connection';
import { Delivered, Entry, on } from './table';

const logger = createLogger({ service: 'spec', replica: '0', level: 'fatal' });

type Hearer = 'documents' | 'judgments' | 'calibration' | 'events-feed' | 'webhooks' | 'gateway';

export interface Room {
  bus: Bus;
  database: Database;
  metrics: Metrics;
  close(): Promise<void>;
}

/** Hears deleted documents of one organization: streams and durables outlive a spec, so others' facts come too. */
export function hears(organization: string, work: (id: string, delivered: Delivered<object>) => Promise<void>): Entry {
  return on(documentDeleted, async (delivered) => {
    const { payload } = delivered;
    if (payload.organization === organization) await work(payload.documents[0].id, delivered);
  });
}

/** A service of nothing but the tables that all have and the given table, on the real bus and database. */
export async function openRoom(service: Hearer, table: Entry[] = []): Promise<Room> {
  const room = { service, settings: {}, sql: emptySchema };
  const database = await openFreshDatabase(room);
  const nats = new URL(testEnvironment().natsUrl);
  const { host, username: user, password } = nats;
  const connection = await BusConnection.open({ url: `nats://${host}`, user, password, service, replica: '0', logger });
  const metrics = new Metrics(service, '0');
  const bus = new Bus(connection, database, logger, metrics);
  await bus.serve(table);
  return { bus, database, metrics, close: () => bus.drain().then(() => database.close()) };
}
