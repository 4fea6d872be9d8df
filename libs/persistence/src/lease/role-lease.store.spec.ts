import { eventually, openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { Database } from '../database/database';
import { emptySchema } from '../schema/sql-schema';
import { RoleLease } from './role-lease';

const shortS = 5;
let database: Database;
let [first, second, third]: RoleLease[] = [];
beforeAll(async () => {
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql: emptySchema }, 4);
  [first, second, third] = ['a', 'b', 'c'].map(of);
});
afterEach(async () => {
  jest.useRealTimers();
  await setClock(testEnvironment().adminUrl, 0);
  await database.query('truncate lease');
});
afterAll(() => database.close());

const pass = (seconds: number) => setClock(testEnvironment().adminUrl, seconds * 1000);
const of = (holder: string) => new RoleLease(database, holder, { name: 'role', shortS });
/** Whether each is due to take it. */
const due = (...leases: RoleLease[]) => Promise.all(leases.map((lease) => database.finds(lease.due)));
/** How long it lasts, in seconds. */
async function left(): Promise<number> {
  const { rows } = await database.query<{ left: number }>(
    `select extract(epoch from until - app.now())::float8 as left from lease where name = 'role'`,
  );
  return rows[0].left;
}

describe('a role that a process has for as long as it lives', () => {
  it('lasts 30 s while nobody else asks for it, and is due again after 10', async () => {
    expect(await due(first)).toEqual([true]);
    expect(await first.take()).toEqual({ name: 'role', fence: 1 });
    expect(await left()).toBeGreaterThan(25);
    expect(await due(first, second)).toEqual([false, true]);
    await pass(9);
    expect(await due(first)).toEqual([false]);
    await pass(10);
    expect(await due(first)).toEqual([true]);
    expect(await first.take()).toEqual({ name: 'role', fence: 1 });
    expect(await left()).toBeGreaterThan(25);
  });

  it('is shortened by another one that tries, and renewed for the short time by its holder, which is due at once', async () => {
    await first.take();
    expect(await second.take()).toBeNull();
    expect(await left()).toBeLessThanOrEqual(shortS);
    expect(await due(first)).toEqual([true]);
    await pass(shortS - 1);
    expect((await first.take())?.fence).toBe(1);
    expect(await left()).toBeLessThanOrEqual(shortS);
    await pass(shortS + 1);
    expect(await second.take()).toBeNull();
    expect((await first.take())?.fence).toBe(1);
  });

  it('is another one’s the short time after the last renewal of a holder that has died beside it, and short for a third', async () => {
    await first.take();
    await second.take();
    await third.take();
    await first.take();
    await pass(shortS - 1);
    expect(await second.take()).toBeNull();
    await pass(shortS + 1);
    expect((await second.take())?.fence).toBe(2);
    expect(await third.take()).toBeNull();
    expect(await left()).toBeLessThanOrEqual(shortS);
    await second.take();
    expect(await left()).toBeLessThanOrEqual(shortS);
    expect(await first.take()).toBeNull();
  });

  it('is that of a process started after the death of a lone holder when the short time has passed, not 30 s', async () => {
    await first.take();
    await pass(1);
    expect(await second.take()).toBeNull();
    await pass(shortS);
    expect(await second.take()).toBeNull();
    await pass(1 + shortS + 1);
    expect((await second.take())?.fence).toBe(2);
    // It asked before, and nobody asks now.
    expect(await left()).toBeGreaterThan(25);
  });

  it('is shortened no further by one that goes on asking, which writes its ask down now and then', async () => {
    await first.take();
    await second.take();
    const rows = async () => (await database.query('select name, until, xmin from lease order by name')).rows;
    const before = await rows();
    await pass(2);
    await second.take();
    expect(await rows()).toEqual(before);
    await pass(40);
    await first.take();
    await second.take();
    expect((await rows())[0]).not.toEqual(before[0]);
  });

  it('lasts 30 s again a minute after the last ask', async () => {
    await first.take();
    await second.take();
    await pass(61);
    await first.take();
    expect(await left()).toBeGreaterThan(25);
  });

  it('is taken by one of many that try at the same moment', async () => {
    const many = Array.from({ length: 8 }, (_, n) => of(`n${n}`));
    const taken = await Promise.all(many.map((lease) => lease.take()));
    expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
    await Promise.all(many.map((lease) => lease.take()));
    expect(await left()).toBeLessThanOrEqual(shortS);
  });

  it('leaves itself the short time, or nothing', async () => {
    await first.take();
    await second.leaveSoon();
    expect(await left()).toBeGreaterThan(25);
    await first.leaveSoon();
    expect(await left()).toBeLessThanOrEqual(shortS);
    await second.release();
    expect(await second.take()).toBeNull();
    await first.release();
    expect((await second.take())?.fence).toBe(1);
  });

  it('is kept while work goes on, for five minutes', async () => {
    await first.take();
    await second.take();
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
    });
    await first.keepWhile(async () => {
      await pass(shortS - 1);
      jest.advanceTimersByTime((shortS * 1000) / 3 + 1);
      await eventually(async () => expect(await left()).toBeGreaterThan(shortS - 1));
      await pass(2 * shortS - 2);
      expect(await second.take()).toBeNull();
    });
    expect(jest.getTimerCount()).toBe(0);
  });
});
