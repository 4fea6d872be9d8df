import { Database, Jobs } from '@app/persistence';
import { poolOptionsOf } from '@app/boot';
import { testEnvironment } from '../boot/environment';
import { freshSchema } from '../boot/schema';
import { schemaOf } from '../process/definitions';
import { buffersOf, explained, nodesOf } from './explain';
import { statementsOf } from './statements';

const owners = ['documents', 'judgments', 'calibration'] as const;
const [busy, quiet] = ['org_busy', 'org_quiet'];
const limit = 20;

describe.each(owners)('a page of the jobs of %s', (owner) => {
  let database: Database;

  beforeAll(async () => {
    const room = await schemaOf(owner);
    await freshSchema(room);
    database = await Database.open(poolOptionsOf(room, testEnvironment().urls[owner], 1));
    await database.query(
      `insert into job (id, organization, type, namespace, status, request)
       select 'job_' || left($1, 1) || md5(n::text), case when n <= 50 then $2 else $3 end, 'spec', 'n', 'completed', '{}'
       from generate_series(1, 6000) n`,
      [owner, quiet, busy],
    );
  }, 60_000);
  afterAll(() => database.close());

  it.each(['never', 'just'])(
    'reads its own jobs alone, with a table that was %s analyzed [JOB-05] [S-F4]',
    async (when) => {
      if (when === 'just') await database.query('analyze job');
      const jobs = new Jobs(database, owner);
      for (const organization of [busy, quiet]) {
        const reader = { organization, scope: '*' };
        const first = await jobs.list(reader, { limit });
        const times = first.jobs.map(({ id }) => id.slice('job_d'.length));
        expect(times).toEqual([...times].sort().reverse());
        for (const filter of [{}, { status: 'completed' }, { type: 'spec' }]) {
          const sent = await statementsOf(() => jobs.list(reader, { ...filter, limit, cursor: first.next_cursor! }));
          const plan = await explained(database, sent[0].text, sent[0].values);
          expect(nodesOf(plan).map((node) => node['Relation Name'] && node['Node Type'])).toContain('Index Scan');
          // A page of the table for each job, and those of the index.
          expect(buffersOf(plan)).toBeLessThan(limit + 10);
        }
      }
    },
  );

  it('looks at a bounded number of jobs for a filter that none passes, and goes on [JOB-05] [S-F4]', async () => {
    await database.query('analyze job');
    const jobs = new Jobs(database, owner);
    const [reader, narrow] = ['*', 'other/one'].map((scope) => ({ organization: busy, scope }));
    for (const [who, filter] of [
      [reader, { type: 'rare' }],
      [reader, { status: 'failed' }],
      [narrow, {}],
    ] as const) {
      const sent = await statementsOf(async () => {
        const first = await jobs.list(who, { ...filter, limit });
        expect(first.jobs).toEqual([]);
        expect(await jobs.list(who, { ...filter, limit, cursor: first.next_cursor! })).toEqual({
          jobs: [],
          next_cursor: null,
        });
      });
      for (const { text, values } of sent) {
        const nodes = nodesOf(await explained(database, text, values)).filter(
          (node) => node['Relation Name'] === 'job',
        );
        expect(nodes.map((node) => node['Node Type'])).toEqual([expect.stringMatching(/^Index/)]);
        expect(nodes[0]['Actual Rows']).toBeLessThanOrEqual(5_000);
      }
    }
  });
});
