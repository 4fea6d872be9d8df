import { durableName } from '@app/contracts';
import { streams } from '@app/contracts/catalogue';
import { documentDeleted } from '@app/contracts/documents';
import { addToOutbox, factRow, newId } from '@app/persistence';
import { eventually } from '@app/testing';
import { ensureStream } from './streams';
import { TestHarness, onDeletedDocument, openHarness } from './test-harness.fake';

/** A fact that a newer build has declared, and this one has not. */
const added = 'documents.document.added.v1';
const stream = streams().find(({ name }) => name === 'documents')!;
const durable = durableName(documentDeleted, 'judgments');
let organization: string;
let documents: TestHarness;
let open: TestHarness[];

beforeEach(async () => {
  organization = newId('org');
  documents = await openHarness('documents');
  open = [documents];
});
afterEach(async () => {
  await documents.bus.connection.jsm.streams.update(stream.name, { subjects: stream.subjects });
  await Promise.all(open.map((harness) => harness.close()));
});

const publish = (id: string) =>
  documents.database.transaction('spec', (tx) =>
    addToOutbox(tx, [factRow(documentDeleted, { organization, namespace: 'n', documents: [{ id, version: 1 }] })]),
  );
const waiting = async () =>
  (await documents.database.query<{ subject: string }>('select subject from outbox order by id')).rows.map(
    ({ subject }) => subject,
  );
async function consumer(service: 'judgments' | 'calibration'): Promise<Set<string>> {
  const heard = new Set<string>();
  open.push(await openHarness(service, [onDeletedDocument(organization, async (id) => void heard.add(id))]));
  return heard;
}

describe('builds of two versions on one bus', () => {
  it('keep the subjects that the newer one added, also when the older one starts again [defect S-M7]', async () => {
    const { jsm, js } = documents.bus.connection;
    await ensureStream(jsm, { ...stream, subjects: [...stream.subjects, added] });
    await ensureStream(jsm, stream);
    const { config } = await jsm.streams.info(stream.name);
    expect(config.subjects.sort()).toEqual([...stream.subjects, added].sort());
    expect(await js.publish(added, '{}')).toMatchObject({ stream: stream.name });
  });

  it('share an outbox: the older one publishes its own facts and leaves those that it does not know [defect S-M7]', async () => {
    const heard = [await consumer('judgments'), await consumer('calibration')];
    await documents.database.query(`insert into outbox (id, subject, payload) values ('0', $1, '{}')`, [added]);
    await publish('known');
    await eventually(() => heard.forEach((ids) => expect([...ids]).toEqual(['known'])));
    await eventually(async () => expect(await waiting()).toEqual([added]), 30_000);
  });

  it('keep a fact until the durable of its new consumer exists and has heard it [defect S-M7]', async () => {
    const { jsm } = documents.bus.connection;
    const others = await consumer('calibration');
    await jsm.consumers.delete(stream.name, durable).catch((error: { api_error?: { code: number } }) => {
      if (error.api_error?.code !== 404) throw error;
    });
    await publish('early');
    await eventually(() => expect([...others]).toEqual(['early']));
    expect(await waiting()).toEqual([documentDeleted.subject]);
    const heard = await consumer('judgments');
    await eventually(() => expect([...heard]).toEqual(['early']));
    await eventually(async () => expect(await waiting()).toEqual([]), 30_000);
  });
});
