import { Problem } from '@app/problem';
import { openFreshDatabase, testMasterKey } from '@app/testing';
import { MigrationInterface, QueryRunner } from 'typeorm';
import { commonTablesV1, dropCommonTablesV1 } from './common-tables';
import { Database } from './database';
import { Effects, Occasion } from './effect';
import { newId } from './ids';
import { Vault } from './vault';

class EffectRoom1790000000001 implements MigrationInterface {
  readonly name = 'EffectRoom1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(commonTablesV1);
    await runner.query('create table thing (name text primary key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table thing');
    await runner.query(dropCommonTablesV1);
  }
}

let database: Database;
let effects: Effects;

beforeAll(async () => {
  const room = { service: 'billing' as const, settings: {}, entities: [], migrations: [EffectRoom1790000000001] };
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
  effects.once(occasion, async (tx) => {
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
  await database.transaction(async (tx) => {
    await tx.query('lock table thing in access exclusive mode');
    late = add('late', within(150)).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 400));
  });
  expect(await late).toMatchObject({ code: 'unavailable' });
  expect(await things()).toEqual([]);
});

it('commits nothing when its own work took longer than its time', async () => {
  const slow = effects.once(within(100), async (tx) => {
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
