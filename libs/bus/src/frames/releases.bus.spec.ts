import { framesSubject } from '@app/contracts';
import { readDocuments } from '@app/contracts/documents';
import { callerOf, eventually } from '@app/testing';
import { Call, toHeaders } from '../call';
import { handle } from '../table';
import { Opened, Work, echo, framed, many, meet, owns, question, settled, unframed } from './frames.fake';

describe('old and new processes together', () => {
  const opened = new Opened();
  const open = opened.open.bind(opened);
  afterEach(() => opened.stopAll());

  it('an asker that knows neither frames nor beats gets its reply as ever', async () => {
    await open('documents', [handle(readDocuments, echo)]);
    const { connection } = await open('gateway');
    const headers = toHeaders(new Call(Date.now() + 20_000, callerOf('o1')));
    const { w: _wantsBeats, ...older } = JSON.parse(headers.get('Call')) as Record<string, unknown>;
    headers.set('Call', JSON.stringify(older));
    const reply = await connection.nc.request(readDocuments.subject, question('old'), { headers, timeout: 5000 });
    expect(reply.json()).toEqual(['old', 'o1']);
    expect(reply.headers).toBeUndefined();
  });

  it('an owner that knows no frames gets none', async () => {
    await open('documents', [handle(unframed, echo)]);
    const gateway = await open('gateway');
    const frames: unknown[] = [];
    const spy = await open('billing');
    spy.connection.nc.subscribe(framesSubject(readDocuments), { callback: (_, frame) => void frames.push(frame) });
    await spy.connection.nc.flush();
    for (let round = 0; round < 3; round++) await expect(many(gateway, 20)).resolves.toEqual(owns(20));
    await spy.connection.nc.flush();
    expect(frames).toEqual([]);
  });

  it('replicas of both releases share the work, and only the new one gets frames', async () => {
    const fresh = await open('documents', [handle(readDocuments, echo)]);
    const old = await open('documents', [handle(unframed, echo)]);
    const gateways = [await open('gateway'), await open('gateway')];
    await eventually(async () => {
      for (const gateway of gateways) await expect(many(gateway, 30)).resolves.toEqual(owns(30));
      expect(await framed(fresh)).toBeGreaterThan(0);
    });
    expect(await framed(old)).toBe(0);
  });

  it('when the last process that reads frames leaves, requests travel by themselves at once, each one time', async () => {
    const handled: string[] = [];
    const fresh = await open('documents', [handle(readDocuments, echo)]);
    const gateway = await open('gateway');
    await meet(gateway);
    await expect(many(gateway, 30)).resolves.toEqual(owns(30));
    expect(await framed(fresh)).toBe(30);
    const note: Work = (query, call) => {
      handled.push(query.namespace);
      return echo(query, call);
    };
    await open('documents', [handle(unframed, note)]);
    await opened.stop(fresh);
    await expect(many(gateway, 200)).resolves.toEqual(owns(200));
    expect(handled.sort()).toEqual(
      owns(200)
        .map(([namespace]) => namespace)
        .sort(),
    );
    const fresher = await open('documents', [handle(readDocuments, echo)]);
    await eventually(async () => {
      await expect(many(gateway, 30)).resolves.toEqual(owns(30));
      expect(await framed(fresher)).toBeGreaterThan(0);
    });
  });

  it('without any owner each request fails with `unavailable` at once', async () => {
    const fresh = await open('documents', [handle(readDocuments, echo)]);
    const gateway = await open('gateway');
    await meet(gateway);
    await opened.stop(fresh);
    for (const outcome of await settled(gateway, ['a', 'b', 'c'])) {
      expect(outcome).toMatchObject({
        reason: { code: 'unavailable', message: expect.stringContaining('starting or restarting') as string },
      });
    }
  });

  it('two replicas of each service: every request gets its own reply, from whichever', async () => {
    const owners = [
      await open('documents', [handle(readDocuments, echo)]),
      await open('documents', [handle(readDocuments, echo)]),
    ];
    const gateways = [await open('gateway'), await open('gateway')];
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(gateways.map((gateway) => many(gateway, 50)));
      expect(replies).toEqual([owns(50), owns(50)]);
    }
    const shares = await Promise.all(owners.map(framed));
    expect(shares.every((share) => share > 0)).toBe(true);
  });
});
