import { readDocuments } from '@app/contracts/documents';
import { invalid } from '@app/problem';
import { FakeService, callerOf, eventually } from '@app/testing';
import { Call } from '../call';
import { RawReply } from '../reply';
import { handle } from '../table';
import { Opened, Work, ask, counted, echo, framed, gate, many, meet, owns, question, settled } from './frames.fake';

describe('requests of one turn', () => {
  const opened = new Opened();
  afterEach(() => opened.stopAll());
  const owner = (work: Work, message = readDocuments): Promise<FakeService> =>
    opened.open('documents', [handle(message, work)]);
  /** @param isTaught whether it has met an owner that reads frames */
  const asker = async (isTaught = true): Promise<FakeService> => {
    const service = await opened.open('gateway');
    if (isTaught) await meet(service);
    return service;
  };

  it('travel as one message once the owner has announced that it reads frames, and each keeps its caller', async () => {
    const documents = await owner(echo);
    const gateway = await asker(false);
    await expect(many(gateway, 20)).resolves.toEqual(owns(20));
    expect(await framed(documents)).toBe(0);
    await expect(many(gateway, 200)).resolves.toEqual(owns(200));
    expect(await framed(documents)).toBe(200);
    expect(await counted(documents, 'judgment_bus_frames_total')).toBe(4);
  });

  it('wait for no turn while they come one after another, and the first of many goes ahead', async () => {
    const documents = await owner(echo);
    const gateway = await asker();
    for (const name of ['a', 'b', 'c']) await expect(ask(gateway, name)).resolves.toEqual([name, 'o']);
    expect(await framed(documents)).toBe(0);
    await expect(many(gateway, 20)).resolves.toEqual(owns(20));
    await expect(many(gateway, 20)).resolves.toEqual(owns(20));
    expect(await framed(documents)).toBe(19 + 20);
  });

  it('travel by themselves when they are alone or large', async () => {
    const documents = await owner(echo);
    const gateway = await asker();
    await expect(ask(gateway, 'alone', 'o1')).resolves.toEqual(['alone', 'o1']);
    const names = ['a', 'b'].map((letter) => letter.repeat(70_000));
    const replies = await Promise.all(names.map((name) => ask(gateway, name)));
    expect(replies).toEqual(names.map((name) => [name, 'o']));
    expect(await framed(documents)).toBe(0);
  });

  it('keep notes and problems apart, each with its own', async () => {
    const documents = await owner(async ({ namespace }) => {
      if (namespace === 'bad') throw invalid('bad_name', '/namespace', 'Give it another name.');
      if (namespace === 'defect') throw new TypeError('cannot read');
      return new RawReply(`"${namespace}"`, namespace === 'noted' ? { status: '201' } : {});
    });
    const gateway = await asker();
    const call = new Call(Date.now() + 20_000, callerOf('o'));
    const [plain, noted, bad, defect] = await Promise.allSettled(
      ['plain', 'noted', 'bad', 'defect'].map((n) => gateway.requester.askRaw(readDocuments, question(n), call)),
    );
    expect(plain).toMatchObject({ value: { notes: {} } });
    expect(noted).toMatchObject({ value: { notes: { status: '201' } } });
    expect(bad).toMatchObject({ reason: { code: 'invalid_request', details: { reason: 'bad_name' } } });
    expect(defect).toMatchObject({ reason: { code: 'internal' } });
    expect(await framed(documents)).toBe(4);
  });

  it('do not wait for a slow one', async () => {
    const { held, end } = gate();
    await owner(async (query, call) => {
      if (query.namespace === 'slow') await held;
      return echo(query, call);
    });
    const gateway = await asker();
    let isSlowDone = false;
    const slow = ask(gateway, 'slow').finally(() => (isSlowDone = true));
    await expect(many(gateway, 5)).resolves.toEqual(owns(5));
    expect(isSlowDone).toBe(false);
    end();
    await expect(slow).resolves.toEqual(['slow', 'o']);
  });

  it('fill the bound of the owner one by one', async () => {
    const { held, end } = gate();
    const documents = await owner(
      async (query, call) => {
        if (query.namespace !== 'first') await held;
        return echo(query, call);
      },
      { ...readDocuments, maxConcurrent: 3 },
    );
    const gateway = await asker();
    const outcomes = settled(gateway, ['a', 'b', 'c', 'd', 'e']);
    await eventually(async () => expect(await framed(documents)).toBe(5));
    end();
    const full = { code: 'rate_limited', details: { limit: readDocuments.subject }, retryAfterS: 1 };
    expect(await outcomes).toEqual([
      ...['a', 'b', 'c'].map((name) => ({ status: 'fulfilled', value: [name, 'o'] })),
      ...['d', 'e'].map(() => ({ status: 'rejected', reason: expect.objectContaining(full) as unknown })),
    ]);
  });

  it('end at their own deadlines, here and at the owner', async () => {
    const begun: string[] = [];
    const { held, end } = gate();
    const documents = await owner(async (query, call) => {
      begun.push(query.namespace);
      if (query.namespace === 'held') await held;
      return echo(query, call);
    });
    const gateway = await asker();
    // The owner has 150 ms less, and so none for `late`.
    const late = ask(gateway, 'late', 'o', 100);
    const short = ask(gateway, 'held', 'o', 1500);
    const good = ask(gateway, 'good');
    await expect(good).resolves.toEqual(['good', 'o']);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await expect(short).rejects.toMatchObject({ code: 'unavailable' });
    expect(begun).toEqual(['first', 'first', 'held', 'good']);
    expect(await framed(documents)).toBe(3);
    end();
    await expect(many(gateway, 3)).resolves.toEqual(owns(3));
  });

  it('fail alone when a reply is larger than a message may be', async () => {
    await owner(async (query, call) =>
      query.namespace === 'huge' ? new RawReply(Buffer.alloc(17 * 1024 * 1024, 32)) : echo(query, call),
    );
    const gateway = await asker();
    const [huge, good] = await settled(gateway, ['huge', 'good']);
    expect(huge).toMatchObject({ reason: { code: 'internal' } });
    expect(good).toMatchObject({ value: ['good', 'o'] });
  });

  it('carry large replies too', async () => {
    await owner(async ({ namespace }) => new RawReply(JSON.stringify(namespace.repeat(3_000_000))));
    const gateway = await asker();
    const replies = await Promise.all(['a', 'b', 'c'].map((name) => ask(gateway, name)));
    expect(replies.map((text) => [(text as string).length, (text as string)[0]])).toEqual(
      ['a', 'b', 'c'].map((name) => [3_000_000, name]),
    );
  });

  it('wait for a process that ends: it takes no new frame and replies to those that it has', async () => {
    const { held, end } = gate();
    const documents = await owner(async (query, call) => {
      if (query.namespace !== 'first') await held;
      return echo(query, call);
    });
    const gateway = await asker();
    const replies = many(gateway, 5);
    await eventually(async () => expect(await framed(documents)).toBe(5));
    const stopped = opened.stop(documents);
    end();
    await expect(replies).resolves.toEqual(owns(5));
    await stopped;
  });
});
