import { documentDeleted } from '@app/contracts/documents';
import { Database, emptySchema } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { explained } from './explain.fake';
import { readOldestS } from './outbox-depth';

/** Half of them wait, half stand in a stream. */
const count = 4_000;
let database: Database;
beforeAll(async () => {
  database = await openFreshDatabase({ service: 'documents', settings: {}, sql: emptySchema });
});
afterAll(() => database?.close());

it('the age of the oldest row is 0 without one, and read by an index however many there are [O-L15]', async () => {
  expect(await readOldestS(database)).toBe(0);
  await database.query(
    `insert into outbox (id, subject, payload, created_at, stream_created, stream_seq)
     select 'msg_' || n, $1, repeat('x', 600), app.now() - make_interval(secs => n), case when n % 2 = 0 then 'x' end,
       case when n % 2 = 0 then n end
     from generate_series(1, $2::int) n`,
    [documentDeleted.subject, count],
  );
  await database.query('analyze outbox');
  expect(await readOldestS(database)).toBeGreaterThanOrEqual(count);
  const asked = jest.spyOn(database, 'query');
  await readOldestS(database);
  const [text] = asked.mock.calls[0];
  asked.mockRestore();
  const { scans, rows, blocks } = await explained(database, text as string, []);
  expect({ scans, rows }).toEqual({ scans: ['Index Only Scan outbox_by_time'], rows: 1 });
  expect(blocks).toBeLessThan(10);
});
