import { fetchDocuments, readDocuments } from '@app/contracts/documents';
import { FakeService, callerOf, eventually } from '@app/testing';
import { NatsConnection } from 'nats';
import { Call, toHeaders } from '../call';
import { Opened, question } from '../frames/frames.fake';
import { RawReply } from '../reply';
import { Entry, handle } from '../table';
import { Pieces } from './body';
import { PartedReply } from './parted-reply';
import { maxReplyBytes, partBytes, partsAhead } from './wire';

type Publish = NatsConnection['publish'];
/** As `nc` does it when nothing of it is replaced. */
function send(nc: NatsConnection, ...sent: Parameters<Publish>): void {
  const { publish } = Object.getPrototypeOf(nc) as { publish: Publish };
  publish.apply(nc, sent);
}

const mib = 1024 * 1024;
const text = (bytes: number): string =>
  Array.from({ length: bytes / 8 }, (_, n) => String(n).padStart(7, '0'))
    .join('é')
    .slice(0, bytes);

/** An owner whose replies have as many bytes of text as the namespace of the request says. */
function owner(): Entry[] {
  return [
    handle(readDocuments, async ({ namespace }) => new RawReply(text(Number(namespace)), { status: '203' })),
    handle(fetchDocuments, async ({ namespace }) => {
      const whole = Buffer.from(text(Number(namespace)));
      return new RawReply(new Pieces(['"', whole.subarray(0, 70_001), whole.subarray(70_001), '"']));
    }),
  ];
}

describe('a large reply', () => {
  const opened = new Opened();
  const open = opened.open.bind(opened);
  afterEach(() => opened.stopAll());

  const call = (ms = 20_000) => new Call(Date.now() + ms, callerOf('o'));
  const askParts = (from: FakeService, bytes: number) =>
    from.requester.askParts(readDocuments, question(String(bytes)), call()) as Promise<PartedReply>;
  /** The sizes of the messages that come to a service, headers included. */
  const sizesOf = ({ connection: { nc } }: FakeService, service: string): number[] => {
    const sizes: number[] = [];
    nc.subscribe(`_INBOX_${service}.>`, {
      callback: (_, { data, headers }) =>
        void sizes.push(data.length + (headers ? Buffer.byteLength([...headers].flat(2).join('\r\n')) + 64 : 0)),
    });
    return sizes;
  };
  const taken = (reply: PartedReply): Promise<string> =>
    new Promise((resolve, reject) => {
      const parts: Uint8Array[] = [];
      const end = (error?: Error): void => (error ? reject(error) : resolve(Buffer.concat(parts).toString()));
      reply.read({ part: (bytes) => void parts.push(bytes), end });
    });

  it('is no message of more than 128 KiB, by itself and in a frame, and arrives byte for byte [S-F4]', async () => {
    await open('documents', owner());
    const [gateway, judgments] = [await open('gateway'), await open('judgments')];
    const sizes = [sizesOf(gateway, 'gateway'), sizesOf(judgments, 'judgments')];
    // Those that meet others under way learn that the owner reads frames.
    await Promise.all([1, 2].map(() => gateway.requester.askRaw(readDocuments, question('8'), call())));
    for (const bytes of [maxReplyBytes - 2000, maxReplyBytes - 100, maxReplyBytes, 3 * mib]) {
      const replies = await Promise.all(
        [1, 2].map(() => gateway.requester.askRaw(readDocuments, question(String(bytes)), call())),
      );
      for (const reply of replies)
        expect([reply.text() === text(bytes), reply.notes]).toEqual([true, { status: '203' }]);
      const query = { organization: 'o', namespace: String(bytes), ids: [], judgments: [] };
      const fetched = await judgments.requester.askRaw(fetchDocuments, JSON.stringify(query), call());
      expect(fetched.json() === text(bytes)).toBe(true);
    }
    for (const of of sizes) expect([of.length > 20, Math.max(...of) <= maxReplyBytes]).toEqual([true, true]);
  });

  it('is sent on only while what was sent before has arrived, and ends when nobody wants more [S-F4]', async () => {
    const documents = await open('documents', owner());
    const gateway = await open('gateway');
    const sizes = sizesOf(gateway, 'gateway');
    // Nothing that this asker says reaches the owner.
    const publish = jest.spyOn(gateway.connection.nc, 'publish').mockImplementation((subject, ...rest) => {
      if (!subject.includes('.credits.')) send(gateway.connection.nc, subject, ...rest);
    });
    const reply = await askParts(gateway, 3 * mib);
    await eventually(() => expect(reply.got).toBe(partsAhead * partBytes));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sizes.filter((size) => size > 1024)).toHaveLength(partsAhead);
    publish.mockRestore();
    reply.drop();
    // It does not wait for the rest of a reply that nobody wants.
    await opened.stop(documents);
    expect(sizes.filter((size) => size > 1024)).toHaveLength(partsAhead);
  });

  it('goes on when what its asker said was lost [S-F4]', async () => {
    await open('documents', owner());
    const gateway = await open('gateway');
    let lost = 0;
    const { nc } = gateway.connection;
    jest.spyOn(nc, 'publish').mockImplementation((subject, ...rest) => {
      if (subject.includes('.credits.') && lost < 3) lost += 1;
      else send(nc, subject, ...rest);
    });
    const reply = await askParts(gateway, 3 * mib);
    expect(await taken(reply)).toBe(text(3 * mib));
    expect(lost).toBe(3);
  });

  it('of an owner that ends meanwhile fails, and is asked for again by who takes it whole [defect S-F3]', async () => {
    const dying = await open('documents', owner());
    const gateway = await open('gateway');
    const { nc } = dying.connection;
    let parts = 0;
    jest.spyOn(nc, 'publish').mockImplementation((subject, ...rest) => {
      if (subject.endsWith('.parts')) parts += 1;
      if (parts <= 4) send(nc, subject, ...rest);
    });
    const reply = await askParts(gateway, 3 * mib);
    const ended = expect(taken(reply)).rejects.toThrow('nothing was heard');
    const whole = gateway.requester.askRaw(readDocuments, question(String(2 * mib)), call());
    await eventually(() => expect(parts).toBeGreaterThan(4));
    await open('documents', owner());
    await nc.close();
    await ended;
    expect((await whole).text() === text(2 * mib)).toBe(true);
  }, 20_000);

  it('of an organization whose asker takes nothing is made three times at once, and no more when these stand [S-F4]', async () => {
    const whole = text(5 * mib);
    let making = 0;
    let made = 0;
    const seen: number[] = [];
    const documents: FakeService = await open('documents', [
      handle(readDocuments, async (_, call) => {
        await documents.room(call);
        seen.push(++making);
        await new Promise((resolve) => setTimeout(resolve, 50));
        making -= 1;
        made += 1;
        return new RawReply(whole);
      }),
    ]);
    const gateway = await open('gateway');
    const publish = jest.spyOn(gateway.connection.nc, 'publish').mockImplementation((subject, ...rest) => {
      if (!subject.includes('.credits.')) send(gateway.connection.nc, subject, ...rest);
    });
    const replies = Array.from({ length: 6 }, () => askParts(gateway, 1));
    await eventually(() => expect(made).toBe(3));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([Math.max(...seen), made]).toEqual([3, 3]);
    publish.mockRestore();
    for (const reply of replies) (await reply).drop();
    expect([Math.max(...seen), made]).toEqual([3, 6]);
  }, 20_000);

  it('that cannot be made in time is refused while its asker still waits [S-F4]', async () => {
    const whole = text(5 * mib);
    const documents: FakeService = await open('documents', [
      handle(readDocuments, async (_, late) => {
        await documents.room(late);
        return new RawReply(whole);
      }),
    ]);
    const gateway = await open('gateway');
    const publish = jest.spyOn(gateway.connection.nc, 'publish').mockImplementation((subject, ...rest) => {
      if (!subject.includes('.credits.')) send(gateway.connection.nc, subject, ...rest);
    });
    const standing = await askParts(gateway, 1);
    const late = gateway.requester.askParts(readDocuments, question('1'), call(2000));
    await expect(late).rejects.toMatchObject({ message: expect.stringContaining('send fewer at once') as string });
    publish.mockRestore();
    standing.drop();
  }, 20_000);

  it('leaves as one message to an asker of an older release', async () => {
    await open('documents', owner());
    const { connection } = await open('gateway');
    const headers = toHeaders(call());
    const { p: _takesParts, ...older } = JSON.parse(headers.get('Call')) as Record<string, unknown>;
    headers.set('Call', JSON.stringify(older));
    const reply = await connection.nc.request(readDocuments.subject, question(String(mib)), { headers, timeout: 5000 });
    expect([reply.string() === text(mib), reply.headers?.has('Parts')]).toEqual([true, false]);
  });
});
