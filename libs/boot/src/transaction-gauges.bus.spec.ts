import { emptySchema } from '@app/persistence';
import { freshSchema, serviceEnvironment, testEnvironment } from '@app/testing';
import { Client } from 'pg';
import { Platform, openPlatform } from './platform';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };

describe('the gauges of open transactions', () => {
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
  afterEach(() => holder.end());

  async function hold(url: string): Promise<void> {
    holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin isolation level repeatable read; select 1');
  }
  async function measured(name: string): Promise<number> {
    await platform.metrics.measures.find((measure) => measure.name === name)!.take();
    const metric = await platform.metrics.registry.getSingleMetric(name)!.get();
    return metric.values[0].value;
  }
  const longest = () => measured('database_transaction_oldest_seconds');
  const heldBack = () => measured('database_transactions_held_back');

  it("show the age of one of the service's own role while it is open [T32]", async () => {
    await hold(testEnvironment().urls.billing);
    const first = await longest();
    expect(first).toBeGreaterThan(0);
    expect(await longest()).toBeGreaterThan(first);
    await holder.query('rollback');
    expect(await longest()).toBe(0);
  });

  it('show how many transactions one of any role holds back, and nothing once it has ended [T32]', async () => {
    await hold(testEnvironment().adminUrl);
    for (let i = 0; i < 50; i += 1) await platform.database.query('select txid_current()');
    expect(await longest()).toBe(0);
    expect(await heldBack()).toBeGreaterThanOrEqual(50);
    await holder.query('rollback');
    expect(await heldBack()).toBeLessThan(50);
  });
});
