import { documentChangedLive, documentDeleted } from '@app/contracts/documents';
import { Metrics } from '@app/observability';
import { Database, emptySchema } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { explained } from './explain.fake';
import { readPublished } from './published';
import { PublishedRow, SweptRows, maxRows, sweepLease } from './swept-rows';

const isLong = process.env['LONG'] === '1';
/** Rows that stand: every second one of each subject, and the first half in a stream that is gone. */
const count = isLong ? 1_000_000 : 20_000;
const half = count / 2;
/** Blocks of 8 KiB: with 20,000 rows and with a million a batch that is read takes some 400, and one that is written 29,000. */
const blocks = { look: 60, read: maxRows, write: 20 * maxRows };
const [changed, deleted] = [documentChangedLive.subject, documentDeleted.subject];
const gone = '2026-11-20T07:00:00.000000001Z';
const here = '2026-11-27T07:00:00.000000001Z';

let database: Database;
let rows: SweptRows;

beforeAll(async () => {
  database = await openFreshDatabase({ service: 'documents', settings: {}, sql: emptySchema });
  rows = new SweptRows(database, 'spec', new Metrics('documents', 'spec'));
  await database.query(`insert into lease (name, holder, until) values ($1, 'spec', 'infinity')`, [sweepLease]);
  const fill = `insert into outbox (id, subject, payload, stream_created, stream_seq)
    select 'msg_' || n, ($1::text[])[1 + n % 2], repeat('x', 600), ($2::text[])[1 + n / $4::int], n from generate_series($3::int, $5::int) n`;
  for (let from = 0; from < count; from += half / 10)
    await database.query(fill, [[changed, deleted], [gone, here], from, half, from + half / 10 - 1]);
}, 600_000);
afterAll(() => database.close());

const published = (subject: string, created: string) => ({ subject, created, lowest: 0, highest: count });
/** The rows of a batch of deleted documents, in the stream that is there. */
const batch: PublishedRow[] = Array.from({ length: maxRows }, (_, i) => half + 2 * i + 1).map((seq) => ({
  id: `msg_${seq}`,
  seq,
}));

/** What the statement did that a call sends. Each that writes is taken back. */
async function whatDoes(call: () => Promise<unknown>) {
  const asked = jest.spyOn(database, 'query').mockRejectedValueOnce(new Error('explained instead'));
  await expect(call()).rejects.toThrow('explained instead');
  const [statement, values] = asked.mock.calls[0];
  asked.mockRestore();
  return explained(database, (statement as { text: string }).text, values ?? []);
}

describe.each([
  ['Postgres knows nothing about yet', undefined],
  ['are analyzed', 'analyze outbox'],
])(`of ${count} rows that stand and %s,`, (_, prepare) => {
  beforeAll(async () => {
    if (prepare) await database.query(prepare);
  });

  it('a look at what stands reads two for each subject and stream [O-H3]', async () => {
    const { scans, rows: read, leftOut, blocks: looked } = await whatDoes(() => readPublished(database));
    expect(new Set(scans)).toEqual(new Set(['Index Only Scan outbox_standing']));
    // Postgres rounds the rows that each turn reads on average.
    expect(read).toBeLessThanOrEqual(2 * 4 + 1);
    expect(leftOut).toBe(0);
    expect(looked).toBeLessThan(blocks.look);
  });

  it('a batch of one subject and stream reads its own, behind those of a stream that is gone [O-H3]', async () => {
    const done = await whatDoes(() => rows.batch(published(deleted, here), { above: 0, upTo: count }));
    expect(done).toMatchObject({ scans: ['Index Scan outbox_standing'], rows: maxRows, leftOut: 0 });
    expect(done.blocks).toBeLessThan(blocks.read);
  });

  it.each<[string, () => Promise<void>]>([
    ['forgotten', () => rows.forget(batch)],
    ['to be published again', () => rows.markLost('stream', batch)],
  ])('those of a batch that are %s are found by their ids [O-H3]', async (__, write) => {
    const { scans, rows: read, leftOut, blocks: looked } = await whatDoes(write);
    expect(scans.filter((scan) => scan !== 'Index Scan lease_pkey')).toEqual(['Index Scan outbox_pkey']);
    expect(read - (scans.length - 1)).toBe(maxRows);
    expect(leftOut).toBe(0);
    expect(looked).toBeLessThan(blocks.write);
  });
});

it('what stands is known by subject and stream, with the least and the greatest sequence of each', async () => {
  expect(await readPublished(database)).toEqual([
    { subject: deleted, created: here, lowest: half + 1, highest: count - 1 },
    { subject: deleted, created: gone, lowest: 1, highest: half - 1 },
    { subject: changed, created: here, lowest: half, highest: count - 2 },
    { subject: changed, created: gone, lowest: 0, highest: half - 2 },
  ]);
});
