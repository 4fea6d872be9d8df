import { TcpProxy, openFreshDatabase, testEnvironment } from '@app/testing';
import { emptySchema } from '../schema/sql-schema';
import { Database } from './database';
import { untilDeadline } from './deadline';

let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql: emptySchema }, 3);
});
afterAll(() => database.close());

async function cutOff(pid: number): Promise<void> {
  await database.query('select pg_terminate_backend($1)', [pid]);
  // Gone only when the server says so: the socket's end has then reached this process, or is about to.
  for (let left = 1; left > 0;) {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where pid = $1',
      [pid],
    );
    left = rows[0].n;
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
}

it('survives a connection that breaks between the statements of a transaction', async () => {
  const broken = database.transaction('spec', async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await cutOff(rows[0].pid);
    await tx.query('select 1');
  });
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  expect((await database.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('keeps a connection whose statement the server refused', async () => {
  const alone = await Database.open({ url: testEnvironment().urls.billing, schema: 'billing', poolSize: 1 });
  const pid = async () => (await alone.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0].pid;
  try {
    const before = await pid();
    await expect(alone.query('select from nowhere')).rejects.toMatchObject({ code: '42P01' });
    expect(await pid()).toBe(before);
  } finally {
    await alone.close();
  }
});

it('makes its settings as statements, which a pooler lets through', async () => {
  const { rows } = await database.query<Record<string, string>>(
    `select current_setting('search_path') as path, current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
            current_setting('client_connection_check_interval') as check`,
  );
  expect(rows).toEqual([{ path: 'billing,app', statement: '30s', idle: '30s', jit: 'off', check: '1s' }]);
});

describe('after a migration has added a column to what a prepared statement returns', () => {
  const all = { name: 'spec-all', text: 'select * from thing' };
  let old: Database;
  beforeEach(async () => {
    await database.query('create table thing (a int)');
    await database.query('insert into thing values (1)');
    old = await Database.open({ url: testEnvironment().urls.billing, schema: 'billing', poolSize: 2 });
    // Both connections know it.
    const twice = old.transaction('spec', async (tx) => {
      await tx.query(all);
      await old.query(all);
    });
    await twice;
    await database.query('alter table thing add column b int default 2');
  });
  afterEach(async () => {
    await old.close();
    await database.query('drop table thing');
  });

  it('the statement goes on, on new connections [defect S-M7]', async () => {
    expect((await old.query(all)).rows).toEqual([{ a: 1, b: 2 }]);
    expect((await old.query(all)).rows).toEqual([{ a: 1, b: 2 }]);
  });

  it('a transaction fails as for a moment, once a connection, and changes nothing [defect S-M7]', async () => {
    const change = () =>
      old.transaction('spec', async (tx) => {
        await tx.query('update thing set b = b + 1');
        return (await tx.query(all)).rows;
      });
    await expect(change()).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 1 });
    await expect(change()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await change()).toEqual([{ a: 1, b: 3 }]);
  });
});

describe('behind a network that drops every packet', () => {
  let proxy: TcpProxy;
  let behind: Database;

  beforeEach(async () => {
    proxy = await TcpProxy.open(testEnvironment().urls.billing);
    behind = await Database.open({ url: proxy.url, schema: 'billing', poolSize: 1 });
  });
  afterEach(async () => {
    await behind.close();
    await proxy.close();
  });
  const soon = <T>(work: () => Promise<T>) => untilDeadline(Date.now(), null, work);

  it('a statement ends with its call, and its connection leaves the pool [defect S-H5]', async () => {
    proxy.freeze();
    await expect(soon(() => behind.query('select 1'))).rejects.toMatchObject({ code: 'unavailable' });
    proxy.thaw();
    expect((await behind.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('a transaction ends with its call too, and asks nothing more on its connection [defect S-H5]', async () => {
    const work = soon(() =>
      behind.transaction('spec', async (tx) => {
        proxy.freeze();
        await tx.query('select 1').catch(() => undefined);
        await tx.query('select 2');
      }),
    );
    await expect(work).rejects.toMatchObject({ code: 'unavailable' });
    proxy.thaw();
    expect((await behind.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is not ready, and a pool that is only busy is [defect S-H5]', async () => {
    expect(await behind.check()).toBeNull();
    const now = Date.now();
    const later = jest.spyOn(Date, 'now').mockImplementation(() => now + 10_000);
    try {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const busy = behind.transaction('spec', () => ended);
      const waiting = behind.query('select 1');
      expect(await behind.check()).toBeNull();
      later.mockImplementation(() => now + 60_000);
      expect(await behind.check()).toMatch(/no connection of the pool has answered for \d+ s/);
      end();
      await Promise.all([busy, waiting]);
      expect(await behind.check()).toBeNull();
      later.mockImplementation(() => now + 120_000);
      proxy.freeze();
      expect(await behind.check()).toMatch(/the database does not answer/);
    } finally {
      later.mockRestore();
    }
  });
});
