import { Loop } from '@app/observability';
import { emptySchema } from '@app/persistence';
import { freshSchema, serviceEnvironment, testEnvironment } from '@app/testing';
import { Client } from 'pg';
import { Platform, openPlatform } from './platform';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };

describe('the gauges of a process', () => {
  let platform: Platform;
  let holder: Client;

  beforeAll(async () => {
    await freshSchema(schema);
    platform = await openPlatform(schema, serviceEnvironment(schema.service));
  });
  afterAll(async () => {
    await platform.bus.drain();
    await platform.close();
  });

  async function hold(url: string): Promise<void> {
    holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin isolation level repeatable read; select 1');
  }
  async function measured(name: string): Promise<number> {
    await platform.metrics.measures.find(({ names }) => names.includes(name))!.take();
    const metric = await platform.metrics.registry.getSingleMetric(name)!.get();
    return metric.values[0].value;
  }
  async function shown(name: string): Promise<{ labels: Record<string, unknown>; value: number }[]> {
    const { values } = await platform.metrics.registry.getSingleMetric(name)!.get();
    return values.map(({ labels, value }) => ({ labels: { ...labels }, value }));
  }
  const longest = () => measured('judgment_database_transaction_oldest_seconds');
  const heldBack = () => measured('judgment_database_transactions_held_back');

  it("show the age of one of the service's own role while it is open [T32]", async () => {
    await hold(testEnvironment().urls.billing);
    const first = await longest();
    expect(first).toBeGreaterThan(0);
    expect(await longest()).toBeGreaterThan(first);
    await holder.query('rollback');
    expect(await longest()).toBe(0);
    await holder.end();
  });

  it('show how many transactions one of any role holds back, and nothing once it has ended [T32]', async () => {
    await hold(testEnvironment().adminUrl);
    for (let i = 0; i < 50; i += 1) await platform.database.query('select txid_current()');
    expect(await longest()).toBe(0);
    expect(await heldBack()).toBeGreaterThanOrEqual(50);
    await holder.query('rollback');
    expect(await heldBack()).toBeLessThan(50);
    await holder.end();
  });

  it('show how far the rows of the server are from being frozen [O-L11]', async () => {
    const asked = async (): Promise<number> => {
      const { rows } = await platform.database.query<{ age: number }>(
        'select max(greatest(age(datfrozenxid), mxid_age(datminmxid)))::int as age from pg_database',
      );
      return rows[0].age;
    };
    const before = await asked();
    const shownAge = await measured('judgment_database_freeze_age_transactions');
    expect(shownAge).toBeGreaterThanOrEqual(before);
    expect(shownAge).toBeLessThanOrEqual(await asked());
  });

  it('show the connections of the pool and the work that waits for one', async () => {
    const held = Array.from({ length: 30 }, () => platform.database.query('select pg_sleep(0.3)'));
    await held[0];
    const [{ value }] = await shown('judgment_pool_waiting_requests');
    expect(value).toBeGreaterThan(0);
    await Promise.all(held);
    expect(await shown('judgment_pool_waiting_requests')).toEqual([{ labels: { pool: 'main' }, value: 0 }]);
    expect(await shown('judgment_pool_connections')).toContainEqual({
      labels: { pool: 'main', state: 'busy' },
      value: 0,
    });
  });

  it('show each pool of the process by its name [O-M5]', async () => {
    const beside = await platform.database.openBeside({ name: 'scans', poolSize: 2 });
    const held = Array.from({ length: 8 }, () => beside.query('select pg_sleep(0.3)'));
    await held[0];
    const waiting = await shown('judgment_pool_waiting_requests');
    expect(waiting.find(({ labels }) => labels['pool'] === 'scans')?.value).toBeGreaterThan(0);
    await Promise.all(held);
    await beside.close();
  });

  it('count open jobs by type and status, with the age of the oldest', async () => {
    await platform.database.query(
      `insert into job (id, organization, type, request, status, created_at) values
         ('job_1', 'org_g', 'fit', '{}', 'queued', app.now() - interval '1 hour'), ('job_2', 'org_g', 'fit', '{}', 'queued', app.now()),
         ('job_3', 'org_g', 'fit', '{}', 'running', app.now()), ('job_4', 'org_g', 'fit', '{}', 'done', app.now() - interval '1 day')`,
    );
    expect(await measured('judgment_job_oldest_seconds')).toBeGreaterThanOrEqual(3600);
    expect(await measured('judgment_job_oldest_seconds')).toBeLessThan(4000);
    await measured('judgment_jobs_open');
    expect(await shown('judgment_jobs_open')).toEqual([
      { labels: { type: 'fit', status: 'queued' }, value: 2 },
      { labels: { type: 'fit', status: 'running' }, value: 1 },
    ]);
  });

  it('show for each loop since when it has ended no turn well', async () => {
    const faulty = new Loop({
      name: 'spec-faulty',
      idleMs: 5,
      logger: platform.logger,
      turn: () => Promise.reject(new Error('spec')),
    });
    const well = new Loop({
      name: 'spec-well',
      idleMs: 5,
      logger: platform.logger,
      turn: () => Promise.resolve(false),
    });
    faulty.start();
    well.start();
    await new Promise((resolve) => setTimeout(resolve, 120));
    const ages = new Map(
      (await shown('judgment_loop_turn_age_seconds')).map(({ labels, value }) => [labels['loop'], value]),
    );
    expect(ages.get('spec-faulty')).toBeGreaterThan(0.1);
    expect(ages.get('spec-well')).toBeLessThan(0.1);
    await Promise.all([faulty.stop(), well.stop()]);
    expect((await shown('judgment_loop_turn_age_seconds')).map(({ labels }) => labels['loop'])).not.toContain(
      'spec-well',
    );
  });
});
