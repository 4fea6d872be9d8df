import { changeNamespace, fetchDocuments, readDocuments } from '@app/contracts/documents';
import { runNats, stopNats } from '@app/servers';
import { FakeService, OwnNats, callerOf, eventually, openOwnNats } from '@app/testing';
import { Call } from '../call';
import { Opened, ask, counted, echo, gate, meet } from '../frames/frames.fake';
import { RawReply } from '../reply';
import { Entry, handle } from '../table';

const inFiveMinutes = (effectId?: string, beginByMs?: number) =>
  new Call(Date.now() + 300_000, callerOf('o'), effectId, beginByMs);
const change = (from: FakeService, call: Call) =>
  from.requester.ask(changeNamespace, { namespace: 'n', change: {} } as never, call);
const restarting = { code: 'unavailable', retryAfterS: 1, message: expect.stringContaining('restarting') as string };

/** As SIGKILL does: nothing that the process has under way is answered, and no more is said of it. */
async function kill(service: FakeService): Promise<void> {
  await service.connection.nc.close();
}

describe('when the process that has requests ends', () => {
  let opened: Opened;
  let asker: FakeService;
  let killed: FakeService;
  let started: string[];
  /** An owner whose requests wait for ever, save those of which something must be known before. */
  const hanging = (): Entry[] => {
    const hangs = async (what: string): Promise<RawReply> => {
      started.push(what);
      await new Promise(() => undefined);
      throw new Error('unreachable');
    };
    return [
      handle(readDocuments, (query, call) => (query.namespace === 'first' ? echo(query, call) : hangs('read'))),
      handle(changeNamespace, () => hangs('change')),
    ];
  };
  const answering = (): Entry[] => [
    handle(readDocuments, echo),
    handle(changeNamespace, async (_, { effectId }) => new RawReply(JSON.stringify({ effectId }))),
  ];

  beforeEach(async () => {
    started = [];
    opened = new Opened();
    killed = await FakeService.open('documents', hanging());
    asker = await opened.open('gateway');
    await meet(asker);
  });
  // The killed one has nothing open any more, and work that never ends.
  afterEach(() => opened.stopAll());

  it('reads, in frames and alone, go on at another owner, and what has an effect id too [defect S-F3]', async () => {
    const reads = Promise.all(['a', 'b', 'c'].map((name) => ask(asker, name, 'o', 300_000)));
    const kept = change(asker, inFiveMinutes('effect'));
    await eventually(async () => expect(started).toHaveLength(4));
    await kill(killed);
    await opened.open('documents', answering());
    expect(await reads).toEqual(['a', 'b', 'c'].map((name) => [name, 'o']));
    expect(await kept).toEqual({ effectId: 'effect' });
    expect(await counted(asker, 'judgment_bus_repeated_requests_total')).toBe(4);
  });

  it('other changes are refused for now, and reads too while there is no owner [defect S-F3]', async () => {
    const ends = Promise.allSettled([change(asker, inFiveMinutes()), ask(asker, 'a', 'o', 300_000)]);
    await eventually(async () => expect(started).toHaveLength(2));
    await kill(killed);
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: restarting });
  });

  it('an owner that refused requests since it was full is known to tell of its work all the same [defect S-F3]', async () => {
    await killed.connection.nc.close();
    const full = { ...changeNamespace, maxConcurrent: 1 };
    killed = await FakeService.open('documents', [
      handle(full, () => new Promise<never>(() => started.push('change'))),
    ]);
    // Less than the minute in which a process of an older release would be waited for.
    const first = change(asker, new Call(Date.now() + 20_000, callerOf('o')));
    await eventually(async () => expect(started).toHaveLength(1));
    await expect(change(asker, inFiveMinutes())).rejects.toMatchObject({ code: 'rate_limited' });
    await kill(killed);
    await expect(first).rejects.toMatchObject(restarting);
  });

  it('a change whose refusal says that nothing changed is sent until an owner tells [defect S-F3]', async () => {
    const known = change(asker, inFiveMinutes('effect', Date.now() + 300_000));
    await eventually(async () => expect(started).toHaveLength(1));
    await kill(killed);
    await eventually(async () =>
      expect(await counted(asker, 'judgment_bus_repeated_requests_total')).toBeGreaterThan(2),
    );
    await opened.open('documents', answering());
    expect(await known).toEqual({ effectId: 'effect' });
  });
});

it('a request that takes long is not sent again while its owner lives [defect S-F3]', async () => {
  const opened = new Opened();
  const { held, end } = gate();
  let times = 0;
  const owner = await opened.open('documents', [
    handle(fetchDocuments, async ({ namespace }) => {
      if (namespace !== 'slow') return { documents: [] };
      times += 1;
      await held;
      return { documents: [] };
    }),
  ]);
  const asker = await opened.open('judgments');
  const fetch = (namespace: string) =>
    asker.requester.ask(
      fetchDocuments,
      { organization: 'o', namespace, ids: [], judgments: [] },
      new Call(Date.now() + 60_000, callerOf('o')),
    );
  await fetch('quick');
  const slow = fetch('slow');
  await new Promise((resolve) => setTimeout(resolve, 4000));
  end();
  expect(await slow).toEqual({ documents: [] });
  expect(times).toBe(1);
  expect(owner.connection.interruptions).toBe(0);
  await opened.stopAll();
});

describe('when NATS ends and is back soon', () => {
  let nats: OwnNats;
  const opened = new Opened();
  beforeAll(async () => {
    nats = await openOwnNats();
  });
  afterAll(() => nats?.close());
  afterEach(() => opened.stopAll());

  it('every request is answered or refused for now, none at its deadline [defect S-F3]', async () => {
    await opened.open('documents', [handle(readDocuments, echo)]);
    const asker = await opened.open('gateway');
    await meet(asker);
    let isOver = false;
    const refusals: unknown[] = [];
    const clients = Array.from({ length: 16 }, async (_, client) => {
      while (!isOver)
        await ask(asker, `n${client}`, 'o', 300_000).catch(async (error: unknown) => {
          refusals.push(error);
          await new Promise((resolve) => setTimeout(resolve, 50));
        });
    });
    for (let time = 0; time < 2; time += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await stopNats(nats.control);
      await runNats(nats.control);
      await eventually(async () => expect(await ask(asker, 'back', 'o', 300_000)).toEqual(['back', 'o']));
    }
    isOver = true;
    await Promise.all(clients);
    for (const refusal of refusals) expect(refusal).toMatchObject(restarting);
  });
});
