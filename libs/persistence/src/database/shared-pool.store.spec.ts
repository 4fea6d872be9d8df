import { openFreshDatabase } from '@app/testing';
import { emptySchema } from '../schema/sql-schema';
import { Database } from './database';
import { untilDeadline } from './deadline';

const poolSize = 5;
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql: emptySchema }, poolSize);
});
afterAll(() => database.close());

const inAMinute = (): number => Date.now() + 60_000;

/** Statements of organizations, and the order in which they ended. */
class Statements {
  readonly ended: string[] = [];

  of(organization: string | null, text = 'select 1'): Promise<unknown> {
    const run = () => database.query(text).finally(() => this.ended.push(organization ?? 'nobody'));
    return untilDeadline(inAMinute(), organization, run);
  }

  slow(organization: string, seconds: number): Promise<unknown> {
    return this.of(organization, `select pg_sleep(${seconds})`);
  }

  count(organization: string): number {
    return this.ended.filter((one) => one === organization).length;
  }
}

describe('a pool that organizations share', () => {
  it('has another organization wait for one slow statement at most, and then for none [defect S-F4]', async () => {
    const statements = new Statements();
    const busy = Array.from({ length: 16 }, (_, i) => statements.slow('busy', 0.2 + 0.05 * (i % 4)));
    await statements.of('calm');
    expect(statements.count('busy')).toBeLessThanOrEqual(1);
    await statements.slow('calm', 0.3);
    const before = statements.count('busy');
    for (let read = 0; read < 20; read += 1) await statements.of('calm');
    // Each wait for a slow statement would have let one more of them end.
    expect(statements.count('busy') - before).toBeLessThan(10);
    await Promise.all(busy);
    expect(statements.count('busy')).toBe(16);
  });

  it('has a connection of its own for work without an organization [defect S-F4]', async () => {
    const statements = new Statements();
    const busy = Array.from({ length: 8 }, () => statements.slow('busy', 0.2));
    await Promise.all([1, 2, 3].map(() => statements.of(null)));
    expect(statements.ended).toEqual(['nobody', 'nobody', 'nobody']);
    // Another organization has asked lately, so one more is kept free.
    expect(database.pools.get('main')).toEqual({ busy: 3, idle: 2, waiting: 5 });
    await Promise.all(busy);
    expect(database.pools.get('main')).toEqual({ busy: 0, idle: poolSize, waiting: 0 });
  });

  it('refuses as a database that is slow when no turn comes within the time of the call [defect S-F4]', async () => {
    const statements = new Statements();
    const busy = Array.from({ length: 4 }, () => statements.slow('busy', 1.5));
    const late = untilDeadline(Date.now() - 900, 'busy', () => database.query('select 1'));
    await expect(late).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterS: 1,
      cause: { message: expect.stringContaining('time-out') as string },
    });
    await Promise.all(busy);
    expect(database.pools.get('main')).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('gives no second connection to work that holds one [defect S-F4]', async () => {
    const second = (name: string) => database.transaction(name, async () => database.query('select 1'));
    const refused = 'billing.change asked for a second connection; run the statement on the one that it holds.';
    await expect(second('billing.change')).rejects.toThrow(refused);
    await expect(database.withConnection('billing.read', () => database.ping())).rejects.toThrow('second connection');
    // Specs hold a connection in order to see what others do meanwhile.
    expect((await second('spec')).rows).toHaveLength(1);
    let after = Promise.resolve();
    await database.transaction('billing.change', async (tx) => tx.afterCommit(() => (after = database.ping())));
    await after;
    expect(database.pools.get('main')).toMatchObject({ busy: 0, waiting: 0 });
  });
});
