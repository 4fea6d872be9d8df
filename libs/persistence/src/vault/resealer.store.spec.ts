import { openFreshDatabase } from '@app/testing';
import { emptySchema } from '../schema/sql-schema';
import { Database } from '../database/database';
import { Effects } from '../effect/effect';
import { newId } from '../database/ids';
import { Resealer, SealedTable, effectsSealed } from './resealer';
import { Vault, keyIdOf } from './vault';

const keyOf = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [k0, k1, k2] = [keyOf('k0', 1), keyOf('k1', 2), keyOf('k2', 3)];
const lockers: SealedTable = {
  table: 'locker',
  key: ['owner', 'name'],
  columns: ['now', 'before'],
  associatedDataOf: (owner, name) => `${owner}/${name}`,
};
let database: Database;
let resealer: Resealer;

const put = async (vault: Vault, name: string, before: boolean): Promise<void> => {
  const seal = (text: string): Buffer => vault.seal(text, `o/${name}`);
  await database.query('insert into locker values ($1, $2, $3, $4)', [
    'o',
    name,
    seal(`now ${name}`),
    before ? seal(`before ${name}`) : null,
  ]);
};

beforeAll(async () => {
  const table = {
    name: '0001-locker',
    text: `create table locker (owner text, name text, now bytea not null, before bytea, primary key (owner, name))`,
  };
  const sql = { ...emptySchema, migrations: [table] };
  const room = { service: 'billing' as const, settings: {}, sql };
  database = await openFreshDatabase(room, 6);
  resealer = new Resealer(database, new Vault(`${k2},${k1}`));
});
beforeEach(() => database.query('truncate locker, effect'));
afterAll(() => database.close());

describe('a turned key ring', () => {
  it('seals every value anew, over many batches, and nothing twice [WHK-10]', async () => {
    const old = new Vault(k1);
    for (let i = 0; i < 450; i += 1) await put(old, `n${i}`, i % 3 === 0);
    expect(await resealer.count(lockers)).toEqual(new Map([['k1', 600]]));
    expect(await resealer.reseal(lockers)).toEqual({ rows: 450, unopened: new Map() });
    expect(await resealer.count(lockers)).toEqual(new Map([['k2', 600]]));
    expect((await resealer.reseal(lockers)).rows).toBe(0);
    // The old key may go now: the new one alone opens all.
    const alone = new Vault(k2);
    const { rows } = await database.query<{ name: string; now: Buffer; before: Buffer | null }>('select * from locker');
    for (const { name, now, before } of rows) {
      expect(alone.open(now, `o/${name}`).toString()).toBe(`now ${name}`);
      if (before) expect(alone.open(before, `o/${name}`).toString()).toBe(`before ${name}`);
    }
    expect(rows).toHaveLength(450);
  });

  it('keeps responses readable', async () => {
    const effectId = newId('clm');
    await database.transaction('spec', (tx) =>
      new Effects(database, new Vault(k1)).keep(tx, effectId, { status: 201, body: '{"secret":"whsec_x"}' }),
    );
    expect((await resealer.reseal(effectsSealed)).rows).toBe(1);
    expect(await new Effects(database, new Vault(k2)).find(effectId)).toMatchObject({
      status: 201,
      body: '{"secret":"whsec_x"}',
    });
  });

  it('tells of what it cannot open, leaves it as it is, and goes on [WHK-10]', async () => {
    await put(new Vault(k0), 'lost', true);
    await put(new Vault(k1), 'known', false);
    await database.query(`insert into locker select 'other', 'known', now from locker where name = 'known'`);
    expect(await resealer.reseal(lockers)).toEqual({
      rows: 1,
      unopened: new Map([
        ['k0', 2],
        ['k1', 1],
      ]),
    });
    expect(await resealer.count(lockers)).toEqual(
      new Map([
        ['k0', 2],
        ['k1', 1],
        ['k2', 1],
      ]),
    );
  });
});

describe('a vault', () => {
  it('opens with every key of its ring and seals with the first', () => {
    const sealed = new Vault(k1).seal('x', 'here');
    expect(new Vault(`${k2},${k1}`).open(sealed, 'here').toString()).toBe('x');
    expect(() => new Vault(k2).open(sealed, 'here')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    expect(() => new Vault(k1).open(sealed, 'elsewhere')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });

  it('seals with a key of one service, which no other opens, and opens what the ring sealed before [defect S-M6]', async () => {
    const billing = new Vault(k1, 'billing');
    const sealed = billing.seal('x', 'here');
    expect(keyIdOf(sealed)).toBe('k1@billing');
    expect(new Vault(`${k2},${k1}`, 'billing').open(sealed, 'here').toString()).toBe('x');
    for (const other of [new Vault(k1, 'webhooks'), new Vault(k1)])
      expect(() => other.open(sealed, 'here')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    // A renamed id does not help: the key differs.
    const renamed = Buffer.from(sealed);
    renamed.write('k1@webhook', 1);
    expect(() => new Vault(k1, 'webhook').open(renamed, 'here')).toThrow();
    expect(billing.open(new Vault(k1).seal('old', 'here'), 'here').toString()).toBe('old');
  });

  it('lets a rotation seal what the ring itself sealed with the key of the service [defect S-M6]', async () => {
    await put(new Vault(k1), 'before', true);
    const own = new Vault(k1, 'billing');
    expect((await new Resealer(database, own).reseal(lockers)).rows).toBe(1);
    expect(await new Resealer(database, own).count(lockers)).toEqual(new Map([['k1@billing', 2]]));
  });

  it.each(['', 'k1', 'k1:YWJj', `${k1},${keyOf('k1', 9)}`, `${k1},`])('refuses the ring %j', (ring) => {
    expect(() => new Vault(ring)).toThrow(/MASTER_KEY/);
  });
});
