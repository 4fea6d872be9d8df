import { Running, worker } from '@app/boot';
import { Health, Metrics, createLogger } from '@app/observability';
import { Database, newId } from '@app/persistence';
import { FakeService, freshSchema, openFreshDatabase, setClock, startService, testEnvironment } from '@app/testing';
import { eventsFeedSchema } from '../app.schema';
import { eventsFeedService } from '../app.service';
import { EventService } from '../event/event.service';
import { LogRow } from '../log/log';
import { LogService } from '../log/log.service';
import { PartitionStore } from '../retention/partition.store';
import { RetentionWorker } from '../retention/retention.worker';
import { TailService } from '../tail/tail.service';

/** The feed on a fresh schema, and two services that use it, played by the spec. */
export interface OpenFeed {
  processes: Running[];
  gateway: FakeService;
  webhooks: FakeService;
  stop(): Promise<void>;
}

export async function openFeed(replicas: number): Promise<OpenFeed> {
  await freshSchema(eventsFeedSchema);
  const processes: Running[] = [];
  for (let replica = 0; replica < replicas; replica++) {
    processes.push(await startService(eventsFeedService, { env: { REPLICA: String(replica) } }));
  }
  const gateway = await FakeService.open('gateway');
  const webhooks = await FakeService.open('webhooks');
  const stop = async (): Promise<void> => {
    for (const each of [gateway, webhooks, ...processes]) await each.stop();
  };
  return { processes, gateway, webhooks, stop };
}

/** The feed's classes on a fresh database, without a bus. */
export interface FeedStores {
  database: Database;
  log: LogService;
  tail: TailService;
  events: EventService;
  retention: RetentionWorker;
  close(): Promise<void>;
}

export async function openFeedStores(poolSize?: number): Promise<FeedStores> {
  await moveClock(0);
  const database = await openFreshDatabase(eventsFeedSchema, poolSize);
  const logger = createLogger({ service: 'events-feed', replica: 'spec', level: 'fatal' });
  const partitions = new PartitionStore(database);
  const tail = new TailService(database);
  const looking = worker({
    name: 'feed-tail',
    idleMs: 1000,
    wokenBy: (wake) => tail.onMoved(wake),
    turn: () => tail.look(),
    onStopped: () => tail.endWaits(),
  })({ database, logger, health: new Health(), metrics: new Metrics('events-feed', 'spec') });
  await looking.start();
  const close = async (): Promise<void> => {
    await looking.stop();
    await database.close();
    await moveClock(0);
  };
  return {
    database,
    log: new LogService(database, partitions),
    tail,
    events: new EventService(database, tail),
    retention: new RetentionWorker(partitions),
    close,
  };
}

/** Moves the database's clock. @param ms before the true time */
export function moveClock(ms: number): Promise<void> {
  return setClock(testEnvironment().adminUrl, ms);
}

/** A new event as the log keeps it. */
export function logRow(organization: string, others: Partial<LogRow> = {}): LogRow {
  const id = newId('evt');
  return {
    id,
    organization,
    type: 'job.completed',
    namespace: 'acme/a',
    body: JSON.stringify({ id }),
    subjects: [],
    ...others,
  };
}
