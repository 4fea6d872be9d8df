import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { ScanPool } from './scan.pool';

let harness: DocumentsHarness;
let scans: ScanPool;

beforeAll(async () => {
  harness = await openDocuments(2);
  scans = new ScanPool({ scanPoolSize: 4 }, harness.database);
  await scans.onModuleInit();
}, 60_000);
afterAll(async () => {
  await scans.onApplicationShutdown();
  await harness.close();
});

/** How many scans of the organization run now, as the server sees them. */
async function running(mark: string): Promise<number> {
  const { rows } = await harness.database.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
    [mark],
  );
  return rows[0].n;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('scans', () => {
  it('of one organization leave three quarters of the connections to others, and writes have their own [defect S-H8]', async () => {
    const lock = 4711;
    await harness.database.withConnection('spec', async (holder) => {
      await holder.query('select pg_advisory_lock($1)', [lock]);
      const busy = Array.from({ length: 6 }, () =>
        scans.of('org_busy').query(`select pg_advisory_xact_lock_shared(${lock}) as greedy`),
      );
      const outcomes = Promise.allSettled(busy);
      await until(async () => (await running('greedy')) === 1);
      const { rows } = await scans.of('org_calm', { leftMs: 5_000 }).query<{ one: number }>('select 1 as one');
      expect(rows).toEqual([{ one: 1 }]);
      const reply = await harness.write('org_calm', 'calm/one', { upsert: [{ id: 'a', state: { n: 1 } }] });
      expect(reply.upserted).toBe(1);
      expect(await running('greedy')).toBe(1);
      const refused = scans.of('org_busy', { leftMs: 600 }).query('select 1');
      await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 1 });
      await holder.query('select pg_advisory_unlock($1)', [lock]);
      const states = (await outcomes).map(({ status }) => status);
      expect(states.filter((status) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    });
  }, 30_000);

  it('end with their call, and the connection serves the next one with its own time [defect S-H8]', async () => {
    const slow = scans.of('org_slow', { leftMs: 1_400 }).query('select pg_sleep(20) as sleeper');
    await expect(slow).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('narrow the filter'),
    });
    // Postgres tells the refusal a moment before the statement leaves its list.
    await until(async () => (await running('sleeper')) === 0);
    const timeouts = await Promise.all(
      [1, 2].map(() =>
        scans
          .of('org_slow', { leftMs: 20_000 })
          .query<{ limit: string }>(`select current_setting('statement_timeout') as "limit"`),
      ),
    );
    expect(timeouts.map(({ rows }) => rows[0].limit)).toEqual(['20s', '20s']);
  }, 30_000);
});
