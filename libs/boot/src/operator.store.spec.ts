import { EXIT, UnreadableCommand } from '@app/commands';
import { emptySchema } from '@app/persistence';
import { testEnvironment } from '@app/testing';
import { operatorOf } from './operator';
import { capture } from './terminal.fake';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };

describe("a service's own commands", () => {
  const kept = process.env['DATABASE_URL'];
  beforeAll(() => (process.env['DATABASE_URL'] = testEnvironment().urls[schema.service]));
  afterAll(() => (kept === undefined ? delete process.env['DATABASE_URL'] : (process.env['DATABASE_URL'] = kept)));

  const read = (args: string[]): number => {
    if (args[0] === '--help') throw new UnreadableCommand('add N: adds.', EXIT.done);
    if (args[0] !== 'add') throw new UnreadableCommand('usage: add N');
    return Number(args[1]);
  };
  const operate = operatorOf(schema, read, async (database, more) => {
    const { rows } = await database.query<{ sum: number }>('select 1 + $1::int as sum', [more]);
    if (rows[0].sum > 9) throw new Error('That is too much.');
    return `the sum is ${rows[0].sum}`;
  });

  it('open the database, carry the command out and say what they did', async () => {
    expect(await capture(() => operate(['add', '2']))).toEqual({ code: 0, out: 'the sum is 3\n', err: '' });
  });

  it('print the help that is asked for, which is no failure', async () => {
    expect(await capture(() => operate(['--help']))).toEqual({ code: 0, out: 'add N: adds.\n', err: '' });
  });

  it('exit with 2 when the command cannot be read, with 1 when it cannot be carried out, and with one sentence', async () => {
    expect(await capture(() => operate(['take']))).toEqual({ code: 2, out: '', err: 'usage: add N\n' });
    expect(await capture(() => operate(['add', '9']))).toEqual({ code: 1, out: '', err: 'That is too much.\n' });
    delete process.env['DATABASE_URL'];
    const { code, err } = await capture(() => operate(['add', '2']));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('DATABASE_URL') as string });
  });
});
