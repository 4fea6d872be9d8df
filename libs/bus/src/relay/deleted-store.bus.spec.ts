import { documentDeleted } from '@app/contracts/documents';
import { armKillPoints, newId } from '@app/persistence';
import { deleteNatsStore } from '@app/servers';
import { OwnNats, eventually, openOwnNats } from '@app/testing';
import { TestHarness, openHarness } from '../test-harness.fake';
import { onBatch } from '../table';
import { maxRows } from './swept-rows';

const isLong = process.env['LONG'] === '1';
/** Facts that stand in the stream when its store is deleted: in several batches of a sweep. */
const count = isLong ? 500_000 : 7_000;
const patienceMs = isLong ? 3_600_000 : 60_000;
const stream = 'documents';
const organization = newId('org');

let nats: OwnNats;
let documents: TestHarness;
let consumers: TestHarness[];
let heard: Set<string>;

beforeAll(async () => {
  nats = await openOwnNats();
  heard = new Set();
  documents = await openHarness('documents');
  consumers = [];
});
afterAll(async () => {
  armKillPoints(() => undefined);
  for (const harness of [documents, ...consumers]) await harness?.close();
  await nats?.close();
});

const states = async () =>
  (
    await documents.database.query<{ waiting: number; standing: number }>(
      `select count(*) filter (where stream_seq is null)::int as waiting, count(stream_seq)::int as standing from outbox`,
    )
  ).rows[0];

/** Rows as if they had been published, and no consumer had heard them. */
async function fill(): Promise<void> {
  const { created } = await documents.bus.connection.jsm.streams.info(stream);
  await documents.database.withConnection('spec', async (connection) => {
    await connection.query('set statement_timeout = 0');
    await connection.query(
      `insert into outbox (id, subject, payload, stream_created, stream_seq)
       select 'msg_' || lpad(n::text, 32, '0'), $1, json_build_object('organization', $2::text, 'namespace', 'n',
         'documents', json_build_array(json_build_object('id', n::text, 'version', 1)))::text, $3, n
       from generate_series(1, $4::int) n`,
      [documentDeleted.subject, organization, String(created), count],
    );
    await connection.query('set statement_timeout = 30000');
  });
}

const listen = () =>
  onBatch(documentDeleted, 500, async (batch) => {
    for (const { payload } of batch) if (payload.organization === organization) heard.add(payload.documents[0].id);
  });

it(
  `a deleted store of JetStream costs none of ${count} facts that stood in it: they are published again by batches [O-H3] [T06]`,
  async () => {
    await fill();
    const lost = jest.spyOn(documents.database, 'query');
    await deleteNatsStore(nats.control);
    for (const service of ['judgments', 'calibration'] as const) consumers.push(await openHarness(service, [listen()]));
    await eventually(() => expect(heard.size).toBe(count), patienceMs);
    await eventually(async () => expect(await states()).toEqual({ waiting: 0, standing: 0 }), patienceMs);
    const sizes = lost.mock.calls
      .filter(([statement]) => typeof statement === 'object' && statement.name === 'sweep-lost')
      .map(([, values = []]) => (values[0] as string[]).length);
    expect(Math.max(...sizes)).toBe(maxRows);
    expect(sizes.length).toBeGreaterThanOrEqual(count / maxRows);
  },
  2 * patienceMs,
);
