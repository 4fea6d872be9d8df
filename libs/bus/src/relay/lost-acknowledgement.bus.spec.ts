import { documentDeleted } from '@app/contracts/documents';
import { addToOutbox, factRow, newId } from '@app/persistence';
import { OwnNats, eventually, openOwnNats } from '@app/testing';
import { TestHarness, onDeletedDocument, openHarness } from '../test-harness.fake';

const stream = 'documents';
let nats: OwnNats;
let organization: string;
let heard: string[];
let documents: TestHarness;
let judgments: TestHarness | undefined;

beforeAll(async () => {
  nats = await openOwnNats();
});
afterAll(() => nats?.close());
beforeEach(async () => {
  organization = newId('org');
  heard = [];
  documents = await openHarness('documents');
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const harness of [judgments, documents]) await harness?.close();
  judgments = undefined;
});

const listen = async () => {
  judgments = await openHarness('judgments', [onDeletedDocument(organization, async (id) => void heard.push(id))]);
};

const publish = (ids: string[]) =>
  documents.database.transaction('spec', (tx) =>
    addToOutbox(
      tx,
      ids.map((id) => factRow(documentDeleted, { organization, namespace: 'n', documents: [{ id, version: 1 }] })),
    ),
  );
const waiting = async () =>
  (
    await documents.database.query<{ payload: string }>(
      'select payload from outbox where stream_seq is null order by id',
    )
  ).rows.map(({ payload }) => (JSON.parse(payload) as { documents: { id: string }[] }).documents[0].id);
const lastSeq = async () => (await documents.bus.connection.jsm.streams.info(stream)).state.last_seq;
const ids = Array.from({ length: 60 }, (_, n) => `d${n}`);

it('facts whose acknowledgements are lost are published again, and stand in the stream once', async () => {
  const { nc } = documents.bus.connection;
  const send = nc.publish.bind(nc);
  const lost = new Set(['d7', 'd59']);
  jest.spyOn(nc, 'publish').mockImplementation((subject, payload, options) => {
    const [id] = [...lost].filter((one) => String(payload).includes(`"${one}"`));
    lost.delete(id);
    send(subject, payload, id ? { ...options, reply: 'nobody.listens' } : options);
  });
  const before = await lastSeq();
  await publish(ids);
  await eventually(async () => expect(await waiting()).toEqual(['d7', 'd59']), 30_000);
  await eventually(async () => expect(await waiting()).toEqual([]), 30_000);
  expect((await lastSeq()) - before).toBe(ids.length);
}, 90_000);

it('a fact whose acknowledgement is lost after its durable heard it is published where the durable looks', async () => {
  await listen();
  const { nc } = documents.bus.connection;
  const send = nc.publish.bind(nc);
  jest
    .spyOn(nc, 'publish')
    .mockImplementationOnce((subject, payload, options) =>
      send(subject, payload, { ...options, reply: 'nobody.listens' }),
    );
  await publish(['a']);
  await eventually(async () => expect(await waiting()).toEqual([]), 30_000);
  expect(new Set(heard)).toEqual(new Set(['a']));
}, 60_000);

it('a fact that the stream refuses waits alone, and is published once the stream takes it', async () => {
  const { jsm } = documents.bus.connection;
  await listen();
  const large = `large-${'x'.repeat(2000)}`;
  await jsm.streams.update(stream, { max_msg_size: 1000 });
  await publish([...ids.slice(0, 30), large, ...ids.slice(30)]);
  await eventually(async () => expect(await waiting()).toEqual([large]));
  await eventually(() => expect(heard).toHaveLength(ids.length));
  expect(heard).toEqual(ids);
  await jsm.streams.update(stream, { max_msg_size: -1 });
  await eventually(() => expect(heard).toEqual([...ids, large]), 30_000);
  // A row is marked after its message is in the stream, and may be heard before.
  await eventually(async () => expect(await waiting()).toEqual([]));
}, 60_000);
