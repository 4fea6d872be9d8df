import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from 'nats';
import { Client } from 'pg';
import { natsPid } from './nats/nats';
import { openTestInfrastructure, type TestInfrastructure } from './test-infrastructure';

// Servers of its own: other specs of the run must not feel the kills.
describe('servers that are killed', () => {
  let state: string;
  let started: TestInfrastructure;

  beforeAll(async () => {
    state = mkdtempSync(join(tmpdir(), 'judgment-state-'));
    started = await openTestInfrastructure(state, [], { PATH: process.env['PATH'] });
  }, 60_000);

  afterAll(async () => {
    await started.stop();
    rmSync(state, { recursive: true });
  });

  async function query(text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: started.env['TEST_DATABASE_URL'] });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function withNats<T>(work: (nats: NatsConnection) => Promise<T>): Promise<T> {
    const url = new URL(started.env['TEST_NATS_URL'] ?? '');
    const nats = await connect({ servers: url.host, user: url.username, pass: url.password });
    try {
      return await work(nats);
    } finally {
      await nats.close();
    }
  }

  it('let a role in by its password alone, of which they keep one round of hashing', async () => {
    const logins = await query(`select distinct substring(rolpassword from '^SCRAM-SHA-256[$]([0-9]+):') as rounds
      from pg_authid where rolcanlogin`);
    expect(logins).toEqual([{ rounds: '1' }]);
    const { billing } = JSON.parse(started.env['TEST_DATABASE_URLS'] ?? '') as Record<string, string>;
    const [client, stranger] = [billing, billing.replace('test-billing', 'another')].map(
      (connectionString) => new Client({ connectionString }),
    );
    await client.connect();
    await client.end();
    await expect(stranger.connect()).rejects.toThrow('password authentication failed for user "svc_billing"');
  });

  it('Postgres has an acknowledged row after an immediate stop', async () => {
    await query('create table app.kept as select 7 as id');
    await started.infrastructure.postgres.kill();
    await expect(query('select 1')).rejects.toThrow();
    await started.infrastructure.postgres.restart();
    expect(await query('select id from app.kept')).toEqual([{ id: 7 }]);
  });

  it('NATS keeps a stream over SIGKILL and loses it with its store', async () => {
    const { nats } = started.infrastructure;
    const control = nats.control ?? fail('ours has a control');
    const names = () =>
      withNats(async (one) =>
        (await (await one.jetstreamManager()).streams.list().next()).map(({ config }) => config.name),
      );
    await withNats(async (one) =>
      (await one.jetstreamManager()).streams.add({ name: 'spec', subjects: ['spec.fact'] }),
    );
    const first = natsPid(control);
    await nats.kill();
    await nats.restart();
    expect(natsPid(control)).not.toBe(first);
    expect(await names()).toEqual(['spec']);
    await nats.deleteStore();
    expect(await names()).toEqual([]);
  });
});

function fail(why: string): never {
  throw new Error(why);
}
