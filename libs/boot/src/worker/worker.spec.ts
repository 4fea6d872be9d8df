import { busMetrics } from '@app/metrics';
import { Health, Metrics, Waker, createLogger, loopAges } from '@app/observability';
import type { Database } from '@app/persistence';
import { Worker, WorkerOptions, together, worker } from './worker';

const logger = createLogger({ service: 'test', replica: '0', level: 'silent' });
let health: Health;
let metrics: Metrics;
let events: string[];
let beganAtMs: number;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  [health, metrics, events, beganAtMs] = [new Health(), new Metrics('test', '0'), [], Date.now()];
  health.start();
});
afterEach(() => jest.useRealTimers());

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const note = (what: string) => void events.push(`${what} ${Date.now() - beganAtMs}`);

function open(options: Partial<WorkerOptions>): Worker {
  const turn = async () => note('turn');
  return worker({ name: 'spec', idleMs: 100, turn, ...options })({ database: {} as Database, logger, health, metrics });
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    await settled();
    jest.advanceTimersByTime(10);
  }
  await settled();
}

describe('a worker', () => {
  it('rests after a turn that returns nothing, and goes on at once after one that found something', async () => {
    let turns = 0;
    const turn = async () => {
      note('turn');
      turns += 1;
      return turns === 2 ? true : undefined;
    };
    const one = open({ turn });
    await one.start();
    await pass(250);
    await one.stop();
    expect(events.slice(0, 4)).toEqual(['turn 0', 'turn 100', 'turn 100', 'turn 200']);
  });

  it('looks instead of turning after a rest, and turns at once when it is woken', async () => {
    const waker = new Waker();
    const look = async () => {
      note('look');
      return false;
    };
    const one = open({ look, wokenBy: (wake) => waker.onWake(wake) });
    await one.start();
    await pass(150);
    waker.wake();
    await pass(40);
    await one.stop();
    expect(events.slice(0, 3)).toEqual(['turn 0', 'look 100', 'turn 150']);
  });

  it('gives its loop to its turns, which may wake it for what they began', async () => {
    const one = open({
      turn: async (loop) => {
        note('turn');
        if (events.length === 1) setTimeout(() => loop.wake(), 30);
      },
    });
    await one.start();
    await pass(60);
    await one.stop();
    expect(events).toEqual(['turn 0', 'turn 30']);
  });

  it('begins before its first turn, and ends after the one under way', async () => {
    let end: () => void = () => undefined;
    const turn = async () => {
      note('turn begins');
      await new Promise<void>((resolve) => (end = resolve));
      note('turn ends');
    };
    const one = open({
      turn,
      onStart: async () => note('start'),
      onStop: () => note('stop'),
      onStopped: async () => note('stopped'),
    });
    await one.start();
    await settled();
    const stopped = one.stop();
    await settled();
    expect(events).toEqual(['start 0', 'turn begins 0', 'stop 0']);
    end();
    await stopped;
    expect(events.slice(3)).toEqual(['turn ends 0', 'stopped 0']);
    expect(loopAges().has('spec')).toBe(false);
  });

  it('does not turn when its begin fails, and the process hears of it', async () => {
    const one = open({ onStart: () => Promise.reject(new Error('no partition')) });
    await expect(Promise.resolve(one.start())).rejects.toThrow('no partition');
    await pass(50);
    expect(events).toEqual([]);
    await one.stop();
  });

  it('goes on a second after a turn that failed, and readiness says so only where it depends on the worker', async () => {
    const turn = () => Promise.reject(new Error('a fault'));
    const ready = open({ name: 'ready', turn, stuckMs: 3_000 });
    const aside = open({ name: 'aside', turn });
    await ready.start();
    await aside.start();
    await pass(2_500);
    expect(await health.checkReadiness()).toEqual({ ok: true, failing: {} });
    await pass(1_000);
    expect(await health.checkReadiness()).toEqual({ ok: false, failing: { ready: 'ready made no turn for 4 s' } });
    await ready.stop();
    await aside.stop();
  });

  it('shows the age of its oldest row', async () => {
    open({ oldest: { metric: busMetrics.outboxOldest, readAgeS: async () => 7 } });
    await metrics.measures[0].take();
    const { values } = await metrics.registry.getSingleMetric(busMetrics.outboxOldest.name)!.get();
    expect(values.map(({ value }) => value)).toEqual([7]);
  });
});

it('workers that belong together start in order, and none of them turns on while another ends its turn', async () => {
  const ends: (() => void)[] = [];
  const one = (name: string) =>
    worker({
      name,
      idleMs: 100,
      onStart: () => note(`start ${name}`),
      turn: async () => {
        note(name);
        if (name === 'slow') await new Promise<void>((resolve) => ends.push(resolve));
      },
      onStopped: () => note(`stopped ${name}`),
    });
  const both = together([one('slow'), one('quick')])({ database: {} as Database, logger, health, metrics });
  await both.start();
  await pass(50);
  const stopped = both.stop();
  await pass(300);
  ends.forEach((end) => end());
  await stopped;
  expect(events).toEqual([
    'start slow 0',
    'slow 0',
    'start quick 0',
    'quick 0',
    'stopped quick 50',
    'stopped slow 350',
  ]);
});
