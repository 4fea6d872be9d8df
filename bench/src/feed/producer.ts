import { Platform, openPlatform } from '@app/boot';
import { migrateOptionsOf } from '@app/boot/migrate';
import { Call } from '@app/bus';
import { Caller } from '@app/contracts';
import { listEvents, makeEvent, sampleOf } from '@app/contracts/events';
import { addToOutbox, eventRow } from '@app/persistence';
import { migrate } from '@app/persistence/migrate';
import { ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { until } from '../stack/client';
import { environmentOf } from '../environment';
import { FeedWay } from '../load/feed';
import { producerSchema } from './producer-schema';

const namespace = 'bench/feed';
/** One a writer, one for the relay. */
const connections = 17;
const { namespace: _, ...change } = sampleOf('subscription.entered');

/** A producer in this process with its outbox and relay, and the feed as a process of its own. */
export class Producer {
  private rounds = 0;

  private constructor(
    private readonly platform: Platform,
    private readonly feed: ChildProcess,
  ) {}

  /**
   * @param checkout whose feed runs; the producer is always of this checkout
   * @param servers the TEST_* variables of throw-away servers
   */
  static async open(checkout: string, servers: Record<string, string>): Promise<Producer> {
    const environment = environmentOf(servers);
    const own: Record<string, string> = { ...environment('calibration'), POOL_SIZE: String(connections) };
    await migrate(migrateOptionsOf(producerSchema, own.DATABASE_URL));
    await ended(start(checkout, 'migrate', environment('events-feed')));
    const feed = start(checkout, 'main', environment('events-feed'));
    // The SIGTERM of the watchdog does not end a feed that stands still.
    process.once('exit', () => feed.kill('SIGKILL'));
    const platform = (await openPlatform(producerSchema, own)) as unknown as Platform;
    await platform.bus.serve([]);
    const producer = new Producer(platform, feed);
    await until(() => producer.isAnswered(), 30);
    return producer;
  }

  /** A round has an organization of its own, so it reads nothing of the one before. */
  async round(): Promise<FeedWay> {
    const { database, bus } = this.platform;
    // What the other consumer has not passed would stay in the outbox and burden the next round.
    await database.query('delete from outbox where stream_seq is not null');
    const organization = `org_bench_${this.rounds++}`;
    const caller = callerOf(organization);
    let cursor: string | undefined;
    return {
      write: (ids) =>
        database.transaction('bench.raise', async (tx) => {
          const timestamp = new Date().toISOString();
          const events = ids.map((id) =>
            makeEvent('subscription.entered', { id, organization, namespace, timestamp }, change),
          );
          await addToOutbox(
            tx,
            events.map((event) => eventRow(event)),
          );
        }),
      read: async () => {
        const query = { cursor, limit: 100, wait: '1' };
        const page = await bus.requester.ask(listEvents, query, Call.within(10_000, caller));
        cursor = page.next_cursor ?? undefined;
        return page.events.map(({ id }) => id);
      },
      waits: () =>
        until(async () => {
          const text = 'select 1 from outbox where stream_seq is null limit 1';
          return (await database.query(text)).rowCount === 0;
        }, 60),
      pause: () => void this.feed.kill('SIGSTOP'),
      resume: () => void this.feed.kill('SIGCONT'),
    };
  }

  /** Whether the feed is up. */
  private async isAnswered(): Promise<boolean> {
    const call = Call.within(2_000, callerOf('org_bench'));
    return this.platform.bus.requester.ask(listEvents, {}, call).then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    await this.platform.bus.drain();
    await this.platform.close();
    const gone = new Promise((resolve) => this.feed.once('exit', resolve));
    this.feed.kill('SIGTERM');
    await gone;
  }
}

function callerOf(organization: string): Caller {
  return { organization, role: 'read_only', scope: '*', plan: 'scale', actor: 'key:key_bench' };
}

/** A process of the feed, which ends when this one is gone. */
function start(checkout: string, entry: 'main' | 'migrate', env: Record<string, string>): ChildProcess {
  const root = resolve(checkout);
  const watchdog = join(root, 'deploy/local/parent-watchdog.cjs');
  return spawn(process.execPath, ['--require', watchdog, join(root, 'dist/apps/events-feed', `${entry}.js`)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done, reject) => {
    child.once('exit', (code) => (code === 0 ? done() : reject(new Error(`the feed ended with ${code}`))));
  });
}
