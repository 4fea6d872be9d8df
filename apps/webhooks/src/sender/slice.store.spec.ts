import { Worker, worker } from '@app/boot';
import { Health, Metrics, createLogger } from '@app/observability';
import { Database, Leases } from '@app/persistence';
import { eventually, openFreshDatabase, statementsOf } from '@app/testing';
import { webhooksSchema } from '../app.schema';
import { sliceCount } from '../endpoint/endpoint-row';
import { moveClock } from '../testing/open-stores';
import { SliceService } from './slice.service';

const logger = createLogger({ service: 'webhooks', replica: 'spec', level: 'fatal' });
let database: Database;
let running: Worker[] = [];
let isBusy = false;

const start = async (holder: string, idleMs = 100): Promise<SliceService> => {
  const slices = new SliceService(database, new Leases(database, holder));
  slices.useBy({ onTaken: () => undefined, isBusy: () => isBusy });
  const renew = () => slices.renew();
  const renewing = worker({
    name: 'slices',
    idleMs,
    onStart: renew,
    look: () => slices.look(),
    turn: renew,
    onStopped: () => slices.release(),
  })({ database, logger, health: new Health(), metrics: new Metrics('webhooks', 'spec') });
  await renewing.start();
  running.push(renewing);
  return slices;
};

beforeEach(async () => {
  isBusy = false;
  await moveClock(0);
  database = await openFreshDatabase(webhooksSchema);
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
  running = [];
  await database.close();
  await moveClock(0);
});

describe('the slices of endpoints', () => {
  it('all belong to the only process, and to the next one as soon as the first has drained [DLV-09]', async () => {
    // It does not look again, so that it gives none of them up before it stops.
    const first = await start('a', 60_000);
    expect(first.owned()).toHaveLength(sliceCount);
    const second = await start('b');
    expect(second.owned()).toEqual([]);
    await running.shift()!.stop();
    await eventually(() => expect(second.owned()).toHaveLength(sliceCount));
  });

  it('are looked after by one statement while nothing changes, and anew once another process sends [DLV-09]', async () => {
    const slices = new SliceService(database, new Leases(database, 'a'));
    slices.useBy({ onTaken: () => undefined, isBusy: () => isBusy });
    isBusy = true;
    expect(await slices.look()).toBe(true);
    await slices.renew();
    const sent = await statementsOf(async () => expect(await slices.look()).toBe(false));
    expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^select concat\(exists/)]);
    await new Leases(database, 'b').take('sender:b', 30);
    expect(await slices.look()).toBe(true);
    await slices.renew();
    // It gives up half of them, and comes to look until those are free.
    expect(await slices.look()).toBe(true);
    isBusy = false;
    await slices.renew();
    expect(await slices.look()).toBe(false);
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 8_000);
    expect(await slices.look()).toBe(true);
    jest.restoreAllMocks();
    await slices.release();
  });

  it('pass to a new process as soon as none of their attempts is under way [DLV-09]', async () => {
    const [first, second] = [await start('a'), await start('b')];
    const half = sliceCount / 2;
    await eventually(() => {
      const [a, b] = [first.owned(), second.owned()];
      expect(a.filter((slice) => b.includes(slice))).toEqual([]);
      expect([a.length, b.length]).toEqual([half, half]);
    });
  }, 30_000);

  it('have one owner at a time while two processes come to equal shares [DLV-09]', async () => {
    isBusy = true;
    const [first, second] = [await start('a'), await start('b')];
    const half = sliceCount / 2;
    // The first gives up half of them. It keeps their leases, so that its attempts under way can end.
    await eventually(() => expect(first.owned()).toHaveLength(half));
    expect(second.owned()).toEqual([]);
    const kept = first.owned().map((slice) => `slice:${slice}`);
    await database.query(`update lease set until = app.now() where name like 'slice:%' and name <> all($1)`, [kept]);
    await eventually(() => {
      const [a, b] = [first.owned(), second.owned()];
      expect(a.filter((slice) => b.includes(slice))).toEqual([]);
      expect([a.length, b.length]).toEqual([half, half]);
    });
  }, 30_000);

  it('of a process that died pass on when its leases end, not before [DLV-09]', async () => {
    const dead = new Leases(database, 'dead');
    for (let slice = 0; slice < sliceCount; slice += 1) await dead.take(`slice:${slice}`, 30);
    const next = await start('b');
    expect(next.owned()).toEqual([]);
    await moveClock(31_000);
    await eventually(() => expect(next.owned()).toHaveLength(sliceCount));
  });
});
