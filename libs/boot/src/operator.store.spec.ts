import { EXIT, type Commands, type OrderReader } from '@app/commands';
import { emptySchema } from '@app/persistence';
import { testEnvironment } from '@app/testing';
import { operatorOf } from './operator';
import { capture } from './terminal.fake';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };

describe("a service's own commands", () => {
  const kept = process.env['DATABASE_URL'];
  beforeAll(() => (process.env['DATABASE_URL'] = testEnvironment().urls[schema.service]));
  afterAll(() => (kept === undefined ? delete process.env['DATABASE_URL'] : (process.env['DATABASE_URL'] = kept)));

  const add: Commands<OrderReader<number>> = (tree, run) =>
    void tree
      .command('add')
      .argument('<n>')
      .description('Adds.')
      .action(run((_: object, n: string) => Number(n)));
  const operate = operatorOf(schema, {
    tables: [add],
    carryOut: async (database, more) => {
      const { rows } = await database.query<{ sum: number }>('select 1 + $1::int as sum', [more]);
      if (rows[0].sum > 9) throw new Error('That is too much.');
      return `the sum is ${rows[0].sum}`;
    },
  });

  it('open the database, carry the command out and say what they did', async () => {
    expect(await capture(() => operate(['add', '2']))).toEqual({ code: EXIT.done, out: 'the sum is 3\n', err: '' });
  });

  it('stand in one help beside those that every service has, and help is no failure', async () => {
    const { code, out, err } = await capture(() => operate(['--help']));
    expect({ code, err }).toEqual({ code: EXIT.done, err: '' });
    for (const command of ['add <n>', 'dead', 'keyring']) expect(out).toContain(`\n  ${command} `);
    const { out: without } = await capture(() => operatorOf(schema)(['--help']));
    expect(without).toMatch(/\n {2}dead [^]*\n {2}keyring /);
    expect(without).not.toContain('add');
  });

  it('exit with 2 when the command cannot be read, with 1 when it cannot be carried out, and with one sentence', async () => {
    const unread = await capture(() => operate(['take']));
    expect(unread).toMatchObject({ code: EXIT.usage, out: '' });
    expect(unread.err).toMatch(/^error: unknown command 'take'/);
    const failed = { code: EXIT.failed, out: '', err: 'That is too much.\n' };
    expect(await capture(() => operate(['add', '9']))).toEqual(failed);
    delete process.env['DATABASE_URL'];
    const { code, err } = await capture(() => operate(['add', '2']));
    expect({ code, err }).toEqual({ code: EXIT.failed, err: expect.stringContaining('DATABASE_URL') as string });
  });
});
