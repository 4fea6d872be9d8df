import { Database, Effects, Vault, newId, emptySchema } from '@app/persistence';
import { openFreshDatabase, testEnvironment } from '@app/testing';
import { operatorOf } from '../operator';
import { capture } from '../terminal.fake';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };
const keyOf = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [oldKey, newKey] = [keyOf('old', 1), keyOf('new', 2)];
const run = (line: string, ring: string) => {
  process.env['MASTER_KEY'] = ring;
  return capture(() => operatorOf(schema)(line.split(' ')));
};

describe('the keyring command', () => {
  const { DATABASE_URL, MASTER_KEY } = process.env;
  let database: Database;

  beforeAll(async () => {
    process.env['DATABASE_URL'] = testEnvironment().urls[schema.service];
    database = await openFreshDatabase(schema);
    await database.transaction('spec', (tx) =>
      new Effects(database, new Vault(oldKey)).keep(tx, newId('clm'), { status: 200, body: '{}' }),
    );
  });
  afterAll(async () => {
    for (const [name, value] of Object.entries({ DATABASE_URL, MASTER_KEY })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await database.close();
  });

  it('says which rows it cannot open, then seals all rows again and says how many [WHK-10]', async () => {
    expect(await run('keyring rotate', newKey)).toEqual({
      code: 1,
      out: 'billing: effect: 0 sealed anew with new; cannot be opened: 1 of key old (of all services). Put the key back into MASTER_KEY\n',
      err: '',
    });
    const ring = `${newKey},${oldKey}`;
    expect((await run('keyring status', ring)).out).toBe('billing: effect: 1 sealed with old (of all services)\n');
    const rotated = { code: 0, out: 'billing: effect: 1 sealed anew with new\n', err: '' };
    expect(await run('keyring rotate --service billing', ring)).toEqual(rotated);
    expect((await run('keyring rotate', ring)).out).toBe('billing: effect: 0 sealed anew with new\n');
    expect((await run('keyring status', newKey)).out).toBe('billing: effect: 1 sealed with new\n');
  });

  it.each([
    ['keyring', /^Usage: operator keyring/],
    ['keyring turn', /unknown command 'turn'/],
    ['keyring rotate all', /too many arguments/],
    ['keyring rotate --service kitchen', /one of gateway, documents/],
    ['keyring rotate --service gateway', /This is billing/],
    ['keyring status --colour', /unknown option '--colour'/],
  ])('exits with 2 for `%s`', async (line, sentence) => {
    const { code, err } = await run(line, newKey);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  it('exits with 1 and a sentence for a key ring that cannot be read', async () => {
    const { code, err } = await run('keyring status', 'x');
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('MASTER_KEY') as string });
  });
});
