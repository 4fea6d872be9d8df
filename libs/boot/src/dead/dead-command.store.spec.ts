import { DeadLetters } from '@app/bus';
import { Database, emptySchema } from '@app/persistence';
import { openFreshDatabase, testEnvironment } from '@app/testing';
import { operate } from '../operator';
import { heard } from '../terminal.fake';
import { maxShown } from './dead-command';

const room = { service: 'billing' as const, settings: {}, sql: emptySchema };
const unknownId = `msg_${'0'.repeat(32)}`;

/** Runs the command as `main.js operator` does, and gives all that it says. */
const run = (line: string) => heard(() => operate(room, line.split(' ')));

describe('the dead command', () => {
  const kept = process.env['DATABASE_URL'];
  let database: Database;
  let dead: DeadLetters;

  beforeAll(() => (process.env['DATABASE_URL'] = testEnvironment().urls[room.service]));
  afterAll(() => (kept === undefined ? delete process.env['DATABASE_URL'] : (process.env['DATABASE_URL'] = kept)));
  beforeEach(async () => {
    database = await openFreshDatabase(room);
    dead = new DeadLetters(database);
  });
  afterEach(() => database.close());

  const keep = (reason: string, failures = 5) =>
    dead.keep({ consumer: 'billing--spec', subject: 'spec.said', payload: '{"a":1}', headers: {}, reason, failures });

  it('says that there are none', async () => {
    expect(await run('dead list')).toEqual({ code: 0, out: 'billing: no dead facts\n', err: '' });
    expect(await run('dead list --json')).toEqual({ code: 0, out: '', err: '' });
  });

  it('shows a line a fact, and one object a line for programs', async () => {
    await keep('TypeError: cannot\nread');
    const [{ id, diedAt }] = await dead.list(1);
    const at = diedAt.toISOString();
    const line = `  ${id}  ${at}  billing--spec  dead, failures: 5  TypeError: cannot read`;
    expect((await run('dead list --service billing')).out).toBe(`billing: 1 dead fact\n${line}\n`);
    const { out } = await run('dead list --json');
    expect(out.endsWith('\n')).toBe(true);
    expect(JSON.parse(out)).toEqual({
      service: 'billing',
      id,
      consumer: 'billing--spec',
      subject: 'spec.said',
      payload: '{"a":1}',
      reason: 'TypeError: cannot\nread',
      failures: 5,
      died_at: at,
      redriven_at: null,
    });
  });

  it('asks for one to be handled again, and for the rest', async () => {
    await keep('first');
    await keep('second');
    const [{ id }] = await dead.list(1);
    const asked = { code: 0, out: `billing: ${id} is asked to be handled again\n`, err: '' };
    expect(await run(`dead redrive --id ${id}`)).toEqual(asked);
    expect(await run(`dead redrive --id ${id}`)).toEqual(asked);
    expect((await dead.list(2)).map(({ redrivenAt }) => redrivenAt === null)).toEqual([false, true]);
    expect((await run('dead list')).out).toMatch(/first[^]*second/);
    expect((await run('dead list')).out).toContain('asked to be handled again, failures: 5  first');
    expect((await run('dead redrive --all --service billing')).out).toBe(
      'billing: 1 dead fact asked to be handled again\n',
    );
    expect((await run('dead redrive --all --service billing')).out).toBe(
      'billing: no dead facts asked to be handled again\n',
    );
  });

  it('ends with 1 for a fact that is not here, with 2 for what it cannot read', async () => {
    expect(await run(`dead redrive --id ${unknownId}`)).toEqual({
      code: 1,
      out: `billing: ${unknownId} is not here\n`,
      err: '',
    });
    expect(await run('dead redrive --all')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('needs --service') as string,
    });
    expect(await run('limits')).toMatchObject({ code: 2, out: '' });
    await database.query('drop table dead');
    expect(await run('dead list')).toMatchObject({ code: 1, out: '' });
  });

  it('leaves other commands to the service', async () => {
    const heard: string[][] = [];
    expect(await operate(room, ['engines', 'limits'], async (args) => heard.push(args))).toBe(1);
    expect(heard).toEqual([['engines', 'limits']]);
  });

  it('says how many it does not show', async () => {
    await database.query(
      `insert into dead (id, consumer, subject, payload, reason, failures)
       select 'msg_' || n, 'billing--spec', 's', '{}', 'many', 5 from generate_series(1, $1) n`,
      [maxShown + 1],
    );
    const { out, err } = await run('dead list --json');
    expect(out.split('\n')).toHaveLength(maxShown + 1);
    expect(err).toBe(`billing: the oldest ${maxShown} of ${maxShown + 1} dead facts are shown\n`);
  });
});
