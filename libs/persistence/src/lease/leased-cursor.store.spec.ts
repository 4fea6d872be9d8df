import { eventually, openFreshDatabase, setClock, testEnvironment } from '@app/testing';
import { Database } from '../database/database';
import { armKillPoints } from '../database/kill-point';
import { readOldestAgeS } from '../database/oldest';
import { emptySchema } from '../schema/sql-schema';
import { LeaseLost } from './leased-cursor';
import { type Walk, tables, walks } from './walks.fake';

const start = new Date('2026-03-04T09:30:00.000Z');
let database: Database;

beforeAll(async () => {
  const sql = { ...emptySchema, migrations: [{ name: '0001-walk', text: tables }] };
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql }, 4);
});
beforeEach(async () => {
  await database.query(`truncate walk, scope, done`);
  await database.query(`insert into scope values ('a', 'ada'), ('b', 'bea')`);
});
afterEach(async () => {
  armKillPoints(() => undefined);
  jest.useRealTimers();
  await setClock(testEnvironment().adminUrl, 0);
});
afterAll(() => database.close());

const pass = (ms: number) => setClock(testEnvironment().adminUrl, ms);

/** Adds walks that are due in the order of their names. */
async function add(...names: string[]): Promise<void> {
  for (const name of names)
    await database.query(`insert into walk (scope, name, due_at) values ('a', $1, $2)`, [name, start]);
}
const claim = () => walks.claim(database);
const at = (after: string) => ({ cursor: { after }, due_at: start });
const lost = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(LeaseLost);

async function stored(name: string) {
  const { rows } = await database.query<Walk & { claims: number; steps: number; lease_until: Date }>(
    'select * from walk where name = $1',
    [name],
  );
  return rows[0];
}

describe('a leased cursor', () => {
  it('claims free open rows in the order of the table, each once, with what it reads of other tables', async () => {
    await add('two', 'one', 'three', 'ended');
    await database.query(`update walk set ended = true where name = 'ended'`);
    await database.query(`update walk set due_at = due_at - interval '1 day', scope = 'b' where name = 'two'`);
    const claimed = [await claim(), await claim(), await claim()];
    expect(claimed.map((walk) => [walk?.name, walk?.owner, walk?.attempts])).toEqual([
      ['two', 'bea', 1],
      ['one', 'ada', 1],
      ['three', 'ada', 1],
    ]);
    expect(await claim()).toBeNull();
    expect(await stored('one')).toMatchObject({ claims: 1, attempts: 1 });
  });

  it('is found by a look for free rows exactly while one can be claimed', async () => {
    const look = () => database.finds(walks.freeRows);
    await add('ended');
    await database.query(`update walk set ended = true`);
    expect(await look()).toBe(false);
    await add('one');
    expect(await look()).toBe(true);
    await claim();
    expect(await look()).toBe(false);
    await pass(61_000);
    expect(await look()).toBe(true);
  });

  it('gives a worker the row whose turn it is, and swallows the loss of its lease, but no other fault', async () => {
    const names: string[] = [];
    const step = (walk: Walk) => {
      names.push(walk.name);
      return walks.advanceAndRelease(database, walk, at('x'), 1_000);
    };
    expect(await walks.stepNext(database, step)).toBe(false);
    await add('one', 'two', 'three');
    expect(await walks.stepNext(database, step)).toBe(true);
    const another = async (walk: Walk) => {
      await database.query('update walk set attempts = attempts + 1 where name = $1', [walk.name]);
      await walks.remove(database, walk);
    };
    expect(await walks.stepNext(database, another)).toBe(true);
    expect(await stored('three')).toBeDefined();
    await expect(walks.stepNext(database, () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    expect(names).toEqual(['one']);
  });

  it('shows the age of the oldest row that waits, and none while all wait for a later time', async () => {
    const age = () => readOldestAgeS(database, 'walk where not ended', 'due_at');
    expect(await age()).toBe(0);
    await add('one');
    const waitedS = async () => {
      const { rows } = await database.query<{ now: Date }>('select app.now() as now');
      return (rows[0].now.getTime() - start.getTime()) / 1000;
    };
    const [before, shown, after] = [await waitedS(), await age(), await waitedS()];
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(after + 0.001);
    await database.query(`update walk set due_at = app.now() + interval '1 hour'`);
    expect(await age()).toBe(0);
    await database.query('update walk set ended = true');
    expect(await age()).toBe(0);
  });

  it('claims on after a migration has added a column', async () => {
    await add('one', 'two');
    await claim();
    await database.query('alter table walk add column later int');
    expect(await claim()).toMatchObject({ name: 'two', later: null });
    await database.query('alter table walk drop column later');
  });

  it('never gives one row to two processes that claim at the same time', async () => {
    await add('a', 'b', 'c', 'd');
    const claimed = await Promise.all(Array.from({ length: 8 }, claim));
    const names = claimed.flatMap((walk) => (walk ? [walk.name] : []));
    expect([...names].sort()).toEqual([...new Set(names)].sort());
    // Claims that met a locked row found the next one, or nothing for this time.
    for (let walk = await claim(); walk; walk = await claim()) names.push(walk.name);
    expect(names.sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses every step of a holder whose lease ran out once another process has claimed the row', async () => {
    await add('w');
    const first = (await claim())!;
    const early = await walks.advance(database, first, at('d1'));
    await pass(59_000);
    expect(await claim()).toBeNull();
    await pass(61_000);
    // The lease ran out, but nobody has claimed the row: its holder goes on.
    const late = await walks.advance(database, early, at('d2'));
    expect(await claim()).toBeNull();
    await pass(122_000);
    const second = (await claim())!;
    expect(second).toMatchObject({ cursor: { after: 'd2' }, attempts: 2 });
    for (const stale of [first, early, late]) {
      await lost(walks.advance(database, stale, at('stale')));
      await lost(walks.advanceAndRelease(database, stale, at('stale')));
      await lost(walks.remove(database, stale));
      await lost(walks.assertHeld(database, stale));
      await walks.release(database, stale);
    }
    expect(await claim()).toBeNull();
    await walks.assertHeld(database, second);
    await walks.advance(database, second, at('d3'));
    expect(await stored('w')).toMatchObject({ cursor: { after: 'd3' }, attempts: 2, steps: 3 });
  });

  it('refuses the step of a holder whose row has ended, and reads what others changed in it', async () => {
    await add('w');
    const walk = (await claim())!;
    await database.query('update walk set marked = true');
    const moved = await walks.advance(database, walk, { cursor: null, due_at: start });
    expect(moved).toEqual({ ...walk, marked: true });
    expect(await stored('w')).toMatchObject({ steps: 0 });
    await database.query('update walk set ended = true');
    await lost(walks.advance(database, moved, at('d1')));
    await lost(walks.remove(database, moved));
  });

  it('begins the lease again with each step, and gives the row back at once, after a time, or after a failure', async () => {
    await add('w');
    let walk = (await claim())!;
    await pass(50_000);
    walk = await walks.advance(database, walk, at('d1'));
    await pass(100_000);
    expect(await claim()).toBeNull();
    await walks.release(database, walk);
    walk = (await claim())!;
    expect(walk).toMatchObject({ cursor: { after: 'd1' }, attempts: 2 });
    await walks.advanceAndRelease(database, walk, at('d2'), 5);
    await pass(104_000);
    expect(await claim()).toBeNull();
    await pass(106_000);
    walk = (await claim())!;
    expect(walk).toMatchObject({ cursor: { after: 'd2' }, attempts: 3 });
    await walks.giveBack(database, walk);
    await pass(107_000);
    expect(await claim()).toBeNull();
    await pass(109_000);
    walk = (await claim())!;
    await walks.remove(database, walk);
    expect(await stored('w')).toBeUndefined();
  });

  it.each([
    ['between claim and step', 'never', []],
    ['before its commit', 'step.before-commit', []],
    ['after its commit', 'step.after-commit', ['d1']],
  ])(
    'killed %s it goes on at the cursor after the lease, and does each step once [JOB-06]',
    async (_, place, before) => {
      await add('w');
      const step = async (walk: Walk): Promise<Walk> => {
        const after = walk.cursor === null ? 'd1' : 'd2';
        return database.transaction('step', async (tx) => {
          await tx.query('insert into done values ($1, $2)', [walk.name, after]);
          return walks.advance(tx, walk, at(after));
        });
      };
      const done = async () =>
        (await database.query<{ step: string }>('select step from done order by step')).rows.map((row) => row.step);
      const dying = (await claim())!;
      armKillPoints((name) => {
        if (name === place) throw new Error('killed');
      });
      if (place !== 'never') await expect(step(dying)).rejects.toThrow('killed');
      armKillPoints(() => undefined);
      expect(await done()).toEqual(before);
      expect(await claim()).toBeNull();
      await pass(61_000);
      let walk = (await claim())!;
      // The dead one was only slow: what it does now is undone.
      await lost(step(dying));
      while ((await done()).length < 2) walk = await step(walk);
      expect(await done()).toEqual(['d1', 'd2']);
      expect(walk.cursor).toEqual({ after: 'd2' });
    },
  );

  it('keeps a row while a step takes longer than a lease, for a quarter of an hour', async () => {
    // The renewals alone go by a clock that the spec moves; connections keep their own timers.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
    });
    await add('w');
    const walk = (await claim())!;
    let end: () => void = () => undefined;
    const step = walks.keepWhile(database, walk, () => new Promise<void>((resolve) => (end = resolve)));
    const leaseUntil = async () => (await stored('w')).lease_until.getTime();
    let before = await leaseUntil();
    for (let aheadMs = 20_000; aheadMs <= 900_000; aheadMs += 20_000) {
      await pass(aheadMs);
      jest.advanceTimersByTime(20_000);
      await eventually(async () => expect(await leaseUntil()).toBeGreaterThan(before));
      before = await leaseUntil();
    }
    jest.advanceTimersByTime(20_000);
    await pass(961_000);
    const other = (await claim())!;
    expect(other).toMatchObject({ name: 'w', attempts: 2 });
    end();
    await step;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not renew what another process has claimed, nor what was given back', async () => {
    await add('w');
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
    });
    const walk = (await claim())!;
    const renewals: Promise<unknown>[] = [];
    const counting = {
      query: (...args: Parameters<Database['query']>) => {
        const answer = database.query(...args);
        renewals.push(answer);
        return answer as never;
      },
    };
    await walks.keepWhile(counting, walk, async () => {
      await walks.release(database, walk);
      jest.advanceTimersByTime(20_000);
      await Promise.all(renewals);
    });
    expect(renewals).toHaveLength(1);
    const other = (await claim())!;
    expect(other.attempts).toBe(2);
    const { lease_until } = await stored('w');
    await walks.keepWhile(counting, walk, async () => {
      jest.advanceTimersByTime(20_000);
      await Promise.all(renewals);
    });
    expect(renewals).toHaveLength(2);
    expect((await stored('w')).lease_until).toEqual(lease_until);
  });
});
