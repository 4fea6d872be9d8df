import { Problem } from '@app/problem';
import { emptySchema } from '../schema/sql-schema';
import { PostgresProxy, openFreshDatabase, testEnvironment, testMasterKey } from '@app/testing';
import { Database } from '../database/database';
import { Effects, Occasion } from './effect';
import { newId } from '../database/ids';
import { Vault } from '../vault/vault';

let database: Database;
let effects: Effects;

beforeAll(async () => {
  const table = { name: '0001-thing', text: `create table thing (name text primary key)` };
  const sql = { ...emptySchema, migrations: [table] };
  const room = { service: 'billing' as const, settings: {}, sql };
  database = await openFreshDatabase(room, 6);
  effects = new Effects(database, new Vault(testMasterKey));
});
beforeEach(() => database.query('delete from thing'));
afterAll(() => database.close());

function within(ms: number, effectId?: string): Occasion {
  const untilMs = Date.now() + ms;
  return {
    effectId,
    get toBeginMs() {
      return untilMs - Date.now();
    },
    assertMayBegin() {
      if (this.toBeginMs < 0) throw new Problem('unavailable', 'Too late; try again.');
    },
  };
}

const add = (name: string, occasion: Occasion) =>
  effects.runOnce('spec', occasion, async (tx) => {
    await tx.query('insert into thing (name) values ($1)', [name]);
    return { status: 201, body: JSON.stringify({ name }) };
  });
const things = async (): Promise<string[]> =>
  (await database.query<{ name: string }>('select name from thing order by 1')).rows.map(({ name }) => name);

it('answers the kept response and changes nothing twice', async () => {
  const occasion = within(5_000, newId('clm'));
  const [first, second] = await Promise.all([add('one', occasion), add('one', occasion)]);
  expect(second).toMatchObject({ status: first.status, body: first.body });
  expect(await add('one', occasion)).toMatchObject({ status: 201, body: '{"name":"one"}' });
  expect(await things()).toEqual(['one']);
});

it('changes nothing after its time, also when what held it lets go later', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await database.transaction('spec', async (tx) => {
    await tx.query('lock table thing in access exclusive mode');
    late = add('late', within(150)).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 400));
  });
  expect(await late).toMatchObject({ code: 'unavailable' });
  expect(await things()).toEqual([]);
});

it('commits nothing when its own work took longer than its time', async () => {
  const slow = effects.runOnce('spec', within(100), async (tx) => {
    await tx.query(`insert into thing (name) values ('slow')`);
    await new Promise((resolve) => setTimeout(resolve, 150));
    return { status: 201, body: '{}' };
  });
  await expect(slow).rejects.toMatchObject({ code: 'unavailable' });
  expect(await things()).toEqual([]);
});

it('begins nothing when no time is left', async () => {
  await expect(add('never', within(-1))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await things()).toEqual([]);
});

describe('a connection that is reset in the commit of a change', () => {
  let proxy: PostgresProxy;
  let behind: Database;
  let effectsBehind: Effects;

  beforeAll(async () => {
    proxy = await PostgresProxy.open(testEnvironment().urls.billing);
    behind = await Database.open({ url: proxy.url, schema: 'billing', poolSize: 2 });
    effectsBehind = new Effects(behind, new Vault(testMasterKey));
  });
  afterAll(async () => {
    await behind.close();
    await proxy.close();
  });
  const addBehind = (name: string, occasion: Occasion) =>
    effectsBehind.runOnce('spec', occasion, async (tx) => {
      await tx.query('insert into thing (name) values ($1)', [name]);
      return { status: 201, body: JSON.stringify({ name }) };
    });

  it('that the server never got: the change reads unavailable, and the next attempt does it once [T09]', async () => {
    const occasion = within(5_000, newId('clm'));
    proxy.breakCommit('lost-one', 'lost');
    await expect(addBehind('lost-one', occasion)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await things()).toEqual([]);
    expect(await addBehind('lost-one', occasion)).toMatchObject({ status: 201 });
    expect(await things()).toEqual(['lost-one']);
  });

  it('whose answer is lost: the kept response answers, at once and again [T09]', async () => {
    const occasion = within(5_000, newId('clm'));
    proxy.breakCommit('kept-one', 'unanswered');
    expect(await addBehind('kept-one', occasion)).toMatchObject({ status: 201, body: '{"name":"kept-one"}' });
    expect(proxy.brokenCommits).toBe(2);
    expect(await addBehind('kept-one', occasion)).toMatchObject({ status: 201, body: '{"name":"kept-one"}' });
    expect(await things()).toEqual(['kept-one']);
  });
});

it('keeps the responses of several changes, all or none', async () => {
  const [one, two, three] = ['1', '2', '3'].map((n) => ({
    effectId: newId('clm'),
    outcome: { status: 200, body: JSON.stringify({ n }) },
  }));
  const keep = (...kept: (typeof one)[]) => database.transaction('spec', (tx) => effects.keepEach(tx, kept));
  await keep(one, two);
  for (const { effectId, outcome } of [one, two]) expect(await effects.find(effectId)).toMatchObject(outcome);
  await expect(keep(three, two)).rejects.toMatchObject({ code: '23505' });
  expect(await effects.find(three.effectId)).toBeNull();
});
