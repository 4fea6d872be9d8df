import { Platform, openPlatform } from '@app/boot';
import { migrateOptionsOf } from '@app/boot/migrate';
import { Call } from '@app/bus';
import { ensureStream } from '@app/bus/testing';
import { Caller, durableName } from '@app/contracts';
import { streams } from '@app/contracts/catalogue';
import { eventRaised } from '@app/contracts/events';
import { createEndpoint } from '@app/contracts/webhooks';
import { addToOutbox, eventRow } from '@app/persistence';
import { migrate } from '@app/persistence/migrate';
import { Client } from 'pg';
import { until } from '../stack/client';
import { environmentOf } from '../environment';
import { producerSchema } from '../feed/producer-schema';
import { Receiver } from './receiver';
import { BenchEvent, OwnWay, lotsOf } from './way';
import { accountsOf } from './accounts';
import { Webhooks } from './webhooks';

const settleLimitS = 60;
/**
 * The testing bundle follows a clock that specs move. Without one it would look for it on a new connection five times a
 * second, which production never does.
 */
const standingClock = `create table if not exists app.clock (moved interval not null);
  insert into app.clock select '0 ms' where not exists (select from app.clock)`;
const pending = {
  name: 'bench-pending',
  text: `select 1 from delivery where status = 'pending' limit 1`,
};

/**
 * The service: a producer's outbox in this process, its relay, JetStream, and the webhooks as a process of its own with
 * the tests' network (a public-looking name that leads to loopback) and everything else as in production.
 * @param checkout whose webhooks run; the producer is always of this checkout
 * @param servers the TEST_* variables of throw-away servers
 */
export async function openOwnWay(
  checkout: string,
  servers: Record<string, string>,
  organization: string,
  receiver: Receiver,
): Promise<OwnWay> {
  const environment = environmentOf(servers);
  const own = environment('calibration');
  await migrate(migrateOptionsOf(producerSchema, own.DATABASE_URL));
  await run(servers.TEST_DATABASE_URL, standingClock);
  const platform = (await openPlatform(producerSchema, own)) as unknown as Platform;
  const { database, bus } = platform;
  await bus.serve([]);
  // The feed, which owns the events' stream, does not run here; the webhooks' consumer finds the stream at once.
  for (const stream of streams()) await ensureStream(bus.connection.jsm, stream);
  const webhooks = await Webhooks.open(checkout, { ...servers, ...environment('webhooks') });
  const caller: Caller = { organization, role: 'read_write', scope: '*', plan: 'scale', actor: 'key:key_bench' };
  const asked = { endpoint: { url: `${receiver.origin}/in` } };
  const endpoint = await bus.requester.ask(createEndpoint, asked, Call.within(10_000, caller));
  const theirs = new Client({ connectionString: environment('webhooks').DATABASE_URL });
  await theirs.connect();
  const { rows } = await theirs.query<{ pid: number }>('select pg_backend_pid() as pid');
  const places = { backend: rows[0].pid, webhooks: webhooks.pid, receiver: receiver.pid };

  const commit = (events: BenchEvent[]): Promise<void> =>
    database.transaction('bench.raise', async (tx) => {
      await addToOutbox(
        tx,
        // An event of a subscription names the endpoint that it is for.
        events.map((event) => eventRow({ ...event, endpoint: endpoint.id })),
      );
    });
  return {
    burst: async (events) => {
      for (const lot of lotsOf(events)) await commit(lot);
    },
    send: (event) => commit([event]),
    settles: async () => {
      const { stream } = eventRaised;
      await until(async () => {
        const durable = durableName(eventRaised, 'webhooks');
        const heard = await bus.connection.jsm.consumers.info(stream, durable);
        return heard.num_pending + heard.num_ack_pending === 0 && (await theirs.query(pending)).rowCount === 0;
      }, settleLimitS);
      // No feed runs that would pass them: they would stay in the outbox and burden the next round.
      await database.query('delete from outbox where stream_seq is not null');
    },
    accounts: () => accountsOf(places),
    stop: async () => {
      await theirs.end();
      await bus.drain();
      await platform.close();
      await webhooks.stop();
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
