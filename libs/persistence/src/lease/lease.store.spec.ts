import { eventually, openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { Database } from '../database/database';
import { emptySchema } from '../schema/sql-schema';
import { Leases, heldBy } from './lease';

const leaseS = 30;
let database: Database;
beforeAll(async () => {
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql: emptySchema }, 4);
});
afterEach(async () => {
  jest.useRealTimers();
  await setClock(testEnvironment().adminUrl, 0);
  await database.query('truncate lease');
});
afterAll(() => database.close());

const pass = (seconds: number) => setClock(testEnvironment().adminUrl, seconds * 1000);
const of = (holder: string) => new Leases(database, holder);

it('a lease is one holder’s until it has run out, and each holder has a number of its own', async () => {
  const first = await of('a').take('role', leaseS);
  expect(await of('b').take('role', leaseS)).toBeNull();
  expect((await of('a').take('role', leaseS))?.fence).toBe(first?.fence);
  await pass(leaseS + 1);
  expect((await of('b').take('role', leaseS))?.fence).toBe(first!.fence + 1);
  expect(await of('a').take('role', leaseS)).toBeNull();
});

it('a lease is kept while work takes longer than it lasts, and ends after it', async () => {
  await of('a').take('role', leaseS);
  const until = async () =>
    (await database.query<{ until: Date }>(`select until from lease where name = 'role'`)).rows[0].until.getTime();
  jest.useFakeTimers({
    doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  await of('a').keepWhile('role', leaseS, async () => {
    for (let seconds = 10; seconds <= 200; seconds += 10) {
      const before = await until();
      await pass(seconds);
      jest.advanceTimersByTime(10_000);
      await eventually(async () => expect(await until()).toBeGreaterThan(before));
      expect(await of('b').take('role', leaseS)).toBeNull();
    }
  });
  expect(jest.getTimerCount()).toBe(0);
  await pass(200 + leaseS + 1);
  expect(await of('b').take('role', leaseS)).not.toBeNull();
});

it('work that does not end keeps a lease for five minutes', async () => {
  const renewals = jest.fn(() => Promise.resolve({ rows: [] }));
  const leases = new Leases({ query: renewals } as never, 'a');
  jest.useFakeTimers();
  let end = (): void => undefined;
  const work = leases.keepWhile('role', leaseS, () => new Promise<void>((resolve) => (end = resolve)));
  jest.advanceTimersByTime(600_000);
  expect(renewals).toHaveBeenCalledTimes(30);
  end();
  await work;
});

it('a statement with the condition of a lease does nothing without it', async () => {
  const text = `select ${heldBy(`'role'`, '$1')} as held`;
  const isHeld = async (holder: string) => (await database.query<{ held: boolean }>(text, [holder])).rows[0].held;
  expect(await isHeld('a')).toBe(false);
  await of('a').take('role', leaseS);
  expect([await isHeld('a'), await isHeld('b')]).toEqual([true, false]);
  await pass(leaseS + 1);
  expect(await isHeld('a')).toBe(false);
});
