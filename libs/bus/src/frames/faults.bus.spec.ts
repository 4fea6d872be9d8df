import { Service, framesSubject } from '@app/contracts';
import { readDocuments } from '@app/contracts/documents';
import { Metrics, createLogger } from '@app/observability';
import { runNats, stopNats } from '@app/servers';
import { FakeService, OwnNats, eventually, openOwnNats, testEnvironment } from '@app/testing';
import fc from 'fast-check';
import { Msg, headers as newHeaders } from 'nats';
import { BusConnection } from '../connection';
import { RawReply } from '../reply';
import { RequestServer } from '../request-server';
import { handle } from '../table';
import { markFrames } from './announcement';
import { FrameEntry, decodeFrame, encodeFrame, outgoing } from './codec';
import { Opened, ask, counted, echo, framed, gate, many, meet, owns, settled } from './frames.fake';

/** A connection without a server behind it. */
function connect(service: Service): Promise<BusConnection> {
  const { host, username: user, password } = new URL(testEnvironment().natsUrl);
  const logger = createLogger({ service, replica: 'raw', level: 'fatal' });
  return BusConnection.open({ url: `nats://${host}`, user, password, service, replica: 'raw', logger });
}

/** What a broken owner makes of a frame of replies. */
type Mangled = (frame: Buffer, random: number) => Uint8Array[];
const mangled: Record<string, Mangled> = {
  whole: (frame) => [frame],
  cut: (frame, random) => [frame.subarray(0, random % frame.length)],
  split: (frame, random) => [0, 1].map((half) => frame.subarray(...halves(frame.length, random)[half])),
  extended: (frame, random) => [Buffer.concat([frame, Buffer.alloc(1 + (random % 20), random % 256)])],
  oversized: (frame, random) => {
    frame.writeUInt32LE(Math.max(random, 0x10000), 12 + 4 * (random % 2));
    return [frame];
  },
  countless: (frame, random) => {
    frame.writeUInt32LE(Math.max(random, 0x10000), 4);
    return [frame];
  },
  reordered: (frame) => [encodeFrame('replies', sealed(entriesOf(frame).reverse()))],
  doubled: (frame) => [frame, frame],
  foreign: (_, random) => [Buffer.from(JSON.stringify({ random }))],
  requests: (frame) => [encodeFrame('requests', sealed(entriesOf(frame)))],
  unknown: (frame, random) => [
    encodeFrame('replies', [outgoing((random | 0x80000000) >>> 0, '', '["foreign","o"]')]),
    frame,
  ],
  headless: (frame) => [
    encodeFrame('replies', sealed(entriesOf(frame).map((entry) => ({ ...entry, head: '{"problem' })))),
  ],
};
const halves = (length: number, random: number): [number, number][] => {
  const at = 1 + (random % (length - 1));
  return [
    [0, at],
    [at, length],
  ];
};
const entriesOf = (frame: Uint8Array): FrameEntry[] => decodeFrame('replies', frame) ?? [];
const sealed = (entries: FrameEntry[]) => entries.map(({ id, head, body }) => outgoing(id, head, body));

describe('frames that are broken', () => {
  const opened = new Opened();
  const open = opened.open.bind(opened);
  afterEach(() => opened.stopAll());

  it('give nobody a reply of another: a request has its own reply, or fails', async () => {
    const owner = await connect('documents');
    const gateway = await open('gateway');
    let mangle: Mangled = mangled['whole'];
    let random = 0;
    const reply = (body: Uint8Array): Buffer => {
      const { namespace } = JSON.parse(Buffer.from(body).toString('utf8')) as { namespace: string };
      return Buffer.from(JSON.stringify([namespace, 'o']));
    };
    owner.nc.subscribe(readDocuments.subject, {
      callback: (_, message: Msg) => void message.respond(reply(message.data), { headers: markFrames(newHeaders()) }),
    });
    owner.nc.subscribe(framesSubject(readDocuments), {
      callback: (_, message: Msg) => {
        const entries = (decodeFrame('requests', message.data) ?? []).map(({ id, body }) =>
          outgoing(id, '', reply(body)),
        );
        for (const data of mangle(Buffer.from(encodeFrame('replies', entries)), random)) message.respond(data);
      },
    });
    try {
      await owner.nc.flush();
      await meet(gateway);
      const kinds = fc.constantFrom(...Object.keys(mangled));
      const run = async (kind: string, number: number, size: number): Promise<void> => {
        [mangle, random] = [mangled[kind], number];
        const names = Array.from({ length: size }, (_, i) => `${kind} ${number} ${i}`);
        const outcomes = await settled(gateway, names, 250);
        outcomes.forEach(({ status, value, reason }, i) => {
          if (status === 'fulfilled') expect(value).toEqual([names[i], 'o']);
          else if (kind !== 'headless') expect(reason).toMatchObject({ code: 'unavailable' });
        });
        const isRead = ['whole', 'reordered', 'doubled', 'unknown'].includes(kind);
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(isRead ? size : 0);
      };
      const property = fc.asyncProperty(
        kinds,
        fc.integer({ min: 0, max: 0xffffffff }),
        fc.integer({ min: 2, max: 64 }),
        run,
      );
      await fc.assert(property, { numRuns: 25, endOnFailure: true });
      for (const kind of Object.keys(mangled)) await run(kind, 7, 5);
      expect(await counted(gateway, 'judgment_bus_reply_frame_faults_total')).toBeGreaterThan(0);
    } finally {
      await owner.close();
    }
  }, 60_000);

  it('are counted by the owner, run nothing, and leave the next ones alone', async () => {
    const handled: string[] = [];
    const documents = await open('documents', [
      handle(readDocuments, (query, call) => {
        handled.push(query.namespace);
        return echo(query, call);
      }),
    ]);
    const gateway = await open('gateway');
    await meet(gateway);
    const { nc } = gateway.connection;
    const reply = '_INBOX_gateway.frames.documents.spec.1';
    const whole = encodeFrame('requests', [outgoing(1, '{"d":9e15}', '{"namespace":"foreign"}')]);
    const subject = framesSubject(readDocuments);
    for (const data of [Buffer.alloc(0), Buffer.from('{}'), whole.subarray(0, -1), Buffer.concat([whole, whole])])
      nc.publish(subject, data, { reply });
    nc.publish(subject, whole);
    nc.publish(subject, whole, { reply: '_INBOX_billing.frames.documents.spec.1' });
    await eventually(async () => expect(await counted(documents, 'judgment_bus_request_frame_faults_total')).toBe(6));
    await expect(many(gateway, 20)).resolves.toEqual(owns(20));
    expect(handled.slice(2).sort()).toEqual(
      owns(20)
        .map(([namespace]) => namespace)
        .sort(),
    );
  });

  it('with a head that is no call: only that request is refused', async () => {
    await open('documents', [handle(readDocuments, echo)]);
    const gateway = await open('gateway');
    const { nc } = gateway.connection;
    const heads = ['', '{', 'null', '{"d":"1"}', '[]', '{"d":9e15,"c":{"organization":"o"}}'];
    const entries = heads.map((head, id) => outgoing(id, head, '{"namespace":"n"}'));
    const replies = new Map<number, string>();
    nc.subscribe('_INBOX_gateway.frames.documents.spec.*', {
      callback: (_, message) => {
        for (const { id, body } of entriesOf(message.data)) replies.set(id, Buffer.from(body).toString('utf8'));
      },
    });
    const reply = '_INBOX_gateway.frames.documents.spec.1';
    nc.publish(framesSubject(readDocuments), encodeFrame('requests', entries), { reply });
    await eventually(() => expect(replies.size).toBe(heads.length));
    expect([...replies].filter(([, text]) => text.includes('"code":"internal"'))).toHaveLength(5);
    expect(replies.get(5)).toBe('["n","o"]');
  });

  it('are as lost when their owner dies: each request ends at its own deadline, and none is sent again', async () => {
    const dying = await connect('documents');
    const handled: string[] = [];
    const never = new Promise<RawReply>(() => undefined);
    new RequestServer(dying, dying.logger, new Metrics('documents', 'dying')).serve(
      handle(readDocuments, (query, call) => {
        handled.push(query.namespace);
        return query.namespace === 'first' ? echo(query, call) : never;
      }),
    );
    await dying.nc.flush();
    const gateway = await open('gateway');
    await meet(gateway);
    const outcomes = settled(gateway, ['a', 'b', 'c'], 2000);
    await eventually(() => expect(handled).toEqual(['first', 'first', 'a', 'b', 'c']));
    await dying.nc.close();
    await open('documents', [handle(readDocuments, async ({ namespace }) => new RawReply(`"other ${namespace}"`))]);
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
    expect(handled).toEqual(['first', 'first', 'a', 'b', 'c']);
    await expect(ask(gateway, 'd')).resolves.toBe('other d');
  });
});

describe('requests in a frame while NATS is away', () => {
  let nats: OwnNats;

  beforeAll(async () => {
    nats = await openOwnNats();
  });
  afterAll(() => nats?.close());

  it('fail long before their deadlines, and the next work once NATS is back [defect S-L6]', async () => {
    const { held, end } = gate();
    const documents = await FakeService.open('documents', [
      handle(readDocuments, async (query, call) => {
        if (query.namespace === 'slow') await held;
        return echo(query, call);
      }),
    ]);
    const gateway = await FakeService.open('gateway');
    try {
      await meet(gateway);
      const underWay = settled(gateway, ['slow', 'slow', 'slow'], 300_000);
      await eventually(async () => expect(await framed(documents)).toBe(3));
      await stopNats(nats.control);
      for (const outcome of await underWay) expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
      await runNats(nats.control);
      await eventually(async () => expect(await many(gateway, 20)).toEqual(owns(20)));
      const before = await framed(documents);
      await eventually(async () => {
        expect(await many(gateway, 20)).toEqual(owns(20));
        expect(await framed(documents)).toBeGreaterThan(before);
      });
    } finally {
      end();
      await Promise.all([documents.stop(), gateway.stop()]);
    }
  });
});
