import { durableName } from '@app/contracts';
import { documentDeleted } from '@app/contracts/documents';
import { addToOutbox, factRow, newId } from '@app/persistence';
import { runNats, stopNats } from '@app/servers';
import { OwnNats, eventually, openOwnNats } from '@app/testing';
import { closeSync, openSync, readSync, readdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { TestHarness, onDeletedDocument, openHarness } from '../test-harness.fake';

const stream = 'documents';
const durable = durableName(documentDeleted, 'judgments');

/** The newest block of the stream's messages on disk. */
function newestBlock(storeDir: string): string {
  const folder = join(storeDir, 'jetstream', '$G', 'streams', stream, 'msgs');
  const [last] = readdirSync(folder)
    .filter((name) => name.endsWith('.blk'))
    .sort((a, b) => parseInt(b) - parseInt(a));
  return join(folder, last);
}

/** What may happen to the end of a block while the server is down; `bytes` is where, counted from the end. */
const damages = {
  'whose tail was cut off'(block: string, bytes: number) {
    truncateSync(block, statSync(block).size - bytes);
  },
  'with a flipped bit'(block: string, bytes: number) {
    const file = openSync(block, 'r+');
    const byte = Buffer.alloc(1);
    const at = statSync(block).size - bytes;
    readSync(file, byte, 0, 1, at);
    byte[0] ^= 1;
    writeSync(file, byte, 0, 1, at);
    closeSync(file);
  },
};

describe('the relay', () => {
  let organization: string;
  let open: TestHarness[];
  let documents: TestHarness;
  let nats: OwnNats;

  beforeAll(async () => {
    nats = await openOwnNats();
  });
  afterAll(() => nats?.close());
  beforeEach(async () => {
    organization = newId('org');
    documents = await openHarness('documents');
    open = [documents];
  });
  afterEach(() => Promise.all(open.map((harness) => harness.close())));

  /** A consumer of the facts of this test; `close` makes it fall behind. */
  async function consumer(service: 'judgments' | 'calibration', heard: Set<string> = new Set()) {
    const harness = await openHarness(service, [onDeletedDocument(organization, async (id) => void heard.add(id))]);
    open.push(harness);
    const close = async (): Promise<void> => {
      open.splice(open.indexOf(harness), 1);
      await harness.close();
    };
    return { heard, close };
  }
  const publish = (ids: string[]) =>
    documents.database.transaction('spec', (tx) =>
      addToOutbox(
        tx,
        ids.map((id) => factRow(documentDeleted, { organization, namespace: 'n', documents: [{ id, version: 1 }] })),
      ),
    );
  const rows = async () =>
    (await documents.database.query<{ seq: string | null }>('select stream_seq::text as seq from outbox order by id'))
      .rows;
  const allSent = () => eventually(async () => expect((await rows()).every(({ seq }) => seq !== null)).toBe(true));
  const allForgotten = () => eventually(async () => expect(await rows()).toEqual([]), 30_000);
  const many = (letter: string) => Array.from({ length: 40 }, (_, i) => `${letter}${i}`);

  it('publishes a message again that the stream lost in its middle [defect S-H6] [T06]', async () => {
    await consumer('calibration');
    await (await consumer('judgments')).close();
    await publish(['a']);
    await allSent();
    const [{ seq }] = await rows();
    await documents.bus.connection.jsm.streams.deleteMessage(stream, Number(seq));
    await publish(['b']);
    const { heard } = await consumer('judgments');
    await allForgotten();
    expect([...heard].sort()).toEqual(['a', 'b']);
  });

  it('publishes all again to a durable that was deleted [defect S-H6] [T06]', async () => {
    await consumer('calibration');
    const { heard } = await consumer('judgments');
    await publish(many('a'));
    await eventually(() => expect(heard.size).toBe(40));
    await documents.bus.connection.jsm.consumers.delete(stream, durable);
    await publish(many('b'));
    await allForgotten();
    expect(heard.size).toBe(80);
  });

  it('publishes again what the stream dropped before a durable that keeps up had heard it [defect S-M6]', async () => {
    await consumer('calibration');
    await (await consumer('judgments')).close();
    await publish(many('a'));
    await allSent();
    await documents.bus.connection.jsm.streams.purge(stream);
    const { heard } = await consumer('judgments');
    await allForgotten();
    expect(heard.size).toBe(40);
  });

  describe('beside a server that comes back with a block', () => {
    const damage = async (kind: keyof typeof damages, bytes: number): Promise<void> => {
      await stopNats(nats.control);
      damages[kind](newestBlock(nats.control.storeDir), bytes);
      await runNats(nats.control);
    };

    it.each(Object.keys(damages) as (keyof typeof damages)[])(
      '%s publishes again what nobody had heard [defect S-H6]',
      async (kind) => {
        await consumer('calibration');
        await (await consumer('judgments')).close();
        await publish(many('a'));
        await allSent();
        await damage(kind, 3000);
        await publish(many('b'));
        const { heard } = await consumer('judgments');
        await allForgotten();
        expect(heard.size).toBe(80);
      },
      90_000,
    );

    it('whose tail was cut off publishes where a durable looks that had heard the tail [defect S-H6] [T06]', async () => {
      const { heard } = await consumer('judgments');
      await (await consumer('calibration')).close();
      await publish(many('a'));
      await eventually(() => expect(heard.size).toBe(40));
      await damage('whose tail was cut off', 3000);
      await publish(['b']);
      await eventually(() => expect(heard.has('b')).toBe(true), 30_000);
      await consumer('calibration');
      await allForgotten();
    }, 90_000);
  });
});
