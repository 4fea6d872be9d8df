import { connect, type NatsConnection } from 'nats';
import { Client } from 'pg';
import { maxPayloadBytes } from './nats/nats-config';

const env = (name: string): string => process.env[name] ?? '';
const urls = JSON.parse(env('TEST_DATABASE_URLS')) as Record<string, string>;

async function withDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function withNats<T>(work: (nats: NatsConnection) => Promise<T>): Promise<T> {
  const url = new URL(env('TEST_NATS_URL'));
  const nats = await connect({ servers: url.host, user: url.username, pass: url.password });
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}

async function publishOnce(nats: NatsConnection, stream: string): Promise<number> {
  const manager = await nats.jetstreamManager();
  await manager.streams.add({ name: stream, subjects: [`${stream}.fact`] });
  await nats.jetstream().publish(`${stream}.fact`, 'said');
  const { state } = await manager.streams.info(stream);
  await manager.streams.delete(stream);
  return state.messages;
}

describe('Postgres of a run', () => {
  it('keeps what it acknowledged and takes 200 connections', async () => {
    const shown = await withDatabase(env('TEST_DATABASE_URL'), async (client) => {
      const { rows } = await client.query<{ name: string; setting: string }>(
        "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'max_connections')",
      );
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    });
    expect(shown).toEqual({ fsync: 'on', synchronous_commit: 'on', max_connections: '200' });
  });

  it('gives each service a schema that its neighbours cannot see', async () => {
    await withDatabase(urls['documents'] ?? '', (client) => client.query('create table secret_place (id int)'));
    try {
      const neighbour = withDatabase(urls['billing'] ?? '', (client) =>
        client.query('select * from documents.secret_place'),
      );
      await expect(neighbour).rejects.toThrow('permission denied for schema documents');
      const owner = await withDatabase(urls['documents'] ?? '', (client) =>
        client.query('select count(*)::int from secret_place'),
      );
      expect(owner.rows).toEqual([{ count: 0 }]);
    } finally {
      await withDatabase(urls['documents'] ?? '', (client) => client.query('drop table secret_place'));
    }
  });

  it('lets no service into the public schema, and tells it the time', async () => {
    const url = new URL(urls['engine-broker'] ?? '');
    const now = await withDatabase(url.href, async (client) => {
      await expect(client.query('create table public.x (id int)')).rejects.toThrow(
        'permission denied for schema public',
      );
      return client.query<{ isNow: boolean }>('select app.now() = statement_timestamp() as "isNow"');
    });
    expect(now.rows).toEqual([{ isNow: true }]);
  });
});

describe('NATS of a run', () => {
  it('keeps a fact in a stream', async () => {
    expect(await withNats((nats) => publishOnce(nats, 'spec_first'))).toBe(1);
  });

  it('carries a payload of just under 16 MiB', async () => {
    const received = await withNats(async (nats) => {
      expect(nats.info?.max_payload).toBe(maxPayloadBytes);
      const subscription = nats.subscribe('spec.large', { max: 1, timeout: 10_000 });
      nats.publish('spec.large', new Uint8Array(maxPayloadBytes - 1024));
      for await (const message of subscription) return message.data.length;
      return 0;
    });
    expect(received).toBe(maxPayloadBytes - 1024);
  });
});
