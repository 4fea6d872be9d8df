import { DeadLetters } from '@app/bus';
import { Database, emptySchema } from '@app/persistence';
import { openFreshDatabase, testEnvironment } from '@app/testing';
import { operatorOf } from '../operator';
import { capture } from '../terminal.fake';
import { maxShown } from './dead-command';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };
const unknownId = `msg_${'0'.repeat(32)}`;

/** Runs the command as `main.js operator` does, and returns its exit code and output. */
const run = (line: string) => capture(() => operatorOf(schema)(line.split(' ')));

describe('the dead command', () => {
  const kept = process.env['DATABASE_URL'];
  let database: Database;
  let dead: DeadLetters;

  beforeAll(() => (process.env['DATABASE_URL'] = testEnvironment().urls[schema.service]));
  afterAll(() => (kept === undefined ? delete process.env['DATABASE_URL'] : (process.env['DATABASE_URL'] = kept)));
  beforeEach(async () => {
    database = await openFreshDatabase(schema);
    dead = new DeadLetters(database);
  });
  afterEach(() => database.close());

  const keep = (reason: string, failures = 5) =>
    dead.keep({ consumer: 'billing--spec', subject: 'spec.said', payload: '{"a":1}', headers: {}, reason, failures });

  it('says that there are no dead facts', async () => {
    expect(await run('dead list')).toEqual({ code: 0, out: 'billing: no dead facts\n', err: '' });
    expect(await run('dead list --json')).toEqual({ code: 0, out: '', err: '' });
  });

  it('prints one line for each fact, or with --json one object for each line', async () => {
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

  it('marks one fact to be handled again, and then the rest', async () => {
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

  it('exits with 1 when the fact does not exist, and with 2 when it cannot read the command', async () => {
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

  it('says how many facts it does not list', async () => {
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
