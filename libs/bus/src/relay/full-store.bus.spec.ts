import { documentDeleted } from '@app/contracts/documents';
import { addToOutbox, armKillPoints, factRow, newId } from '@app/persistence';
import { restartNats } from '@app/servers';
import { OwnNats, eventually, openOwnNats } from '@app/testing';
import { NatsError, RetentionPolicy, StorageType } from 'nats';
import { readFileSync, writeFileSync } from 'node:fs';
import { defaultBounds } from '../stream-bounds';
import { TestHarness, onDeletedDocument, openHarness } from '../test-harness.fake';

const mib = 1024 * 1024;
/** Room of the server's store: for the streams of three services as they are bounded here, and no more than a few files. */
const roomBytes = 48 * mib;
const bounds = { ...defaultBounds, maxBytes: 4 * mib, maxAgeMs: 3_600_000 };
/** Of the server's error codes. */
const insufficientResources = 10_023;
const organization = newId('org');

let nats: OwnNats;
let documents: TestHarness;
let consumers: TestHarness[];
let heard: string[];

beforeAll(async () => {
  nats = await openOwnNats();
  const { configPath } = nats.control;
  const config = JSON.parse(readFileSync(configPath, 'utf8')) as { jetstream: object };
  writeFileSync(
    configPath,
    JSON.stringify({ ...config, jetstream: { ...config.jetstream, max_file_store: roomBytes } }),
  );
  await restartNats(nats.control);
  heard = [];
  documents = await openHarness('documents', [], bounds);
  const listen = onDeletedDocument(organization, async (id) => void heard.push(id));
  consumers = [await openHarness('judgments', [listen], bounds), await openHarness('calibration', [listen], bounds)];
});
afterAll(async () => {
  armKillPoints(() => undefined);
  for (const harness of [documents, ...(consumers ?? [])]) await harness?.close();
  await nats?.close();
});

const facts = (ids: string[]) =>
  documents.database.transaction('spec', (tx) =>
    addToOutbox(
      tx,
      ids.map((id) => factRow(documentDeleted, { organization, namespace: 'n', documents: [{ id, version: 1 }] })),
    ),
  );
const waiting = async () =>
  (await documents.database.query<{ seq: string | null }>('select stream_seq as seq from outbox')).rows;

/** Fills what room the store has with a stream of its own. @returns the code with which the server refuses more */
async function fill(): Promise<number | undefined> {
  const { js, jsm } = documents.bus.connection;
  await jsm.streams.add({
    name: 'filler',
    subjects: ['filler'],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
  });
  for (let i = 0; i < (2 * roomBytes) / mib; i += 1) {
    try {
      await js.publish('filler', new Uint8Array(mib));
    } catch (error) {
      return (error as NatsError).api_error?.err_code;
    }
  }
  return undefined;
}

it('a store of NATS without room keeps facts waiting in the outbox, and each is heard once there is room [T37]', async () => {
  await facts(['before']);
  await eventually(async () => expect(await waiting()).toEqual([]), 30_000);
  expect(await fill()).toBe(insufficientResources);
  const ids = Array.from({ length: 20 }, (_, i) => `while-full-${i}`);
  let attempts = 0;
  armKillPoints((point) => void (attempts += point === 'relay.before-mark' ? 1 : 0));
  await facts(ids);
  await eventually(() => expect(attempts).toBeGreaterThan(1));
  expect(await waiting()).toEqual(ids.map(() => ({ seq: null })));
  await documents.bus.connection.jsm.streams.delete('filler');
  await eventually(async () => expect(await waiting()).toEqual([]), 30_000);
  expect(new Set(heard)).toEqual(new Set(['before', ...ids]));
}, 120_000);
