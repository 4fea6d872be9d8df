import { documentsMetrics } from '@app/metrics';
import { Health, Metrics, createLogger } from '@app/observability';
import type { Database, JobRow } from '@app/persistence';
import { cursorWorker } from './cursor-worker';
import { jobWorker } from './job-worker';
import { WorkerEntry } from './worker';

const logger = createLogger({ service: 'test', replica: '0', level: 'silent' });
const metrics = new Metrics('test', '0');
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
let asked: string[] = [];
const database = {
  finds: async (select: string) => {
    asked.push(select);
    return false;
  },
  query: async (text: string) => {
    asked.push(text);
    return { rows: [{ age: 12 }] };
  },
} as unknown as Database;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  asked = [];
});
afterEach(() => jest.useRealTimers());

/** Runs a worker for one turn and one look; `between` happens while it rests. */
async function run(entry: WorkerEntry, between: () => void = () => undefined): Promise<void> {
  const one = entry({ database, logger, health: new Health(), metrics });
  await one.start();
  await settled();
  between();
  await settled();
  jest.advanceTimersByTime(100);
  await settled();
  await one.stop();
}

it('a worker on leased rows works on each that its cursor claims, then looks for free ones; its gauge is their age', async () => {
  const rows = ['a', 'b'];
  const steps: string[] = [];
  const cursor = {
    name: 'fanout_walk',
    freeRows: 'select free',
    stepNext: async (_: unknown, step: (row: string) => Promise<unknown>) => {
      const row = rows.shift();
      if (row !== undefined) await step(row);
      return row !== undefined;
    },
  };
  const oldest = { metric: documentsMetrics.fanoutOldest, since: 'due_at' };
  await run(cursorWorker({ name: 'walks', idleMs: 100, cursor, oldest, step: async (row) => void steps.push(row) }));
  expect(steps).toEqual(['a', 'b']);
  expect(asked).toEqual(['select free']);
  await metrics.measures[0].take();
  expect(asked[1]).toContain('min(due_at)');
  expect(asked[1]).toContain('from fanout_walk');
  const { values } = await metrics.registry.getSingleMetric(documentsMetrics.fanoutOldest.name)!.get();
  expect(values.map(({ value }) => value)).toEqual([12]);
});

it('a worker on jobs works on those of its type, is woken by a job that becomes claimable, and looks for others', async () => {
  const waiting = [{ id: 'first' }];
  const steps: string[] = [];
  const looks: (string | undefined)[] = [];
  let wake: () => void = () => undefined;
  const jobs = {
    areFree: async (type?: string) => {
      looks.push(type);
      return false;
    },
    onClaimable: (one: () => void) => (wake = one),
    stepNext: async (step: (job: JobRow) => Promise<void>, type?: string) => {
      const job = type === 'fit' ? waiting.shift() : undefined;
      if (job) await step(job as JobRow);
      return job !== undefined;
    },
  };
  const entry = jobWorker({
    name: 'fits',
    idleMs: 100,
    jobs,
    type: 'fit',
    step: async ({ id }) => void steps.push(id),
  });
  await run(entry, () => {
    waiting.push({ id: 'second' });
    wake();
  });
  expect(steps).toEqual(['first', 'second']);
  expect(looks).toEqual(['fit']);
});
