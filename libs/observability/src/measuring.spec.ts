import { Metric } from '@app/metrics';
import { createLogger } from './logger';
import { Measuring } from './measuring';
import { Metrics } from './metrics';

const logger = createLogger({ service: 'spec', replica: '0', level: 'silent' });

const measured = <L extends string = never>(name: string, labels: L[] = []): Metric<'measured', L> => ({
  kind: 'measured',
  name: `judgment_${name}`,
  labels,
  meaning: 'Spec.',
  why: 'Spec.',
});
const rows = measured('rows');
const first = measured('first', ['of']);
const second = measured('second');

describe('gauges that cost a query', () => {
  let metrics: Metrics;
  let mayMeasure: boolean;
  let measuring: Measuring;

  beforeEach(() => {
    metrics = new Metrics('spec', '0');
    mayMeasure = true;
    measuring = new Measuring({ metrics, logger, mayMeasure: () => Promise.resolve(mayMeasure) });
  });
  const page = (): Promise<string> => metrics.registry.metrics();

  it('show nothing before they are measured, and a scrape asks nothing [defect S-M1]', async () => {
    let asked = 0;
    metrics.measured(rows, async (gauge) => gauge.set(++asked));
    expect(await page()).not.toMatch(/^judgment_rows/m);
    await measuring.measure();
    expect(await page()).toMatch(/^judgment_rows\{.*\} 1$/m);
    await page();
    expect(asked).toBe(1);
  });

  it('keep their last value when a query fails, which is counted, and hold up no other', async () => {
    let fault: Error | null = null;
    metrics.measured(first, async (gauge) => {
      if (fault) throw fault;
      gauge.set({ of: 'a' }, 7);
    });
    let turns = 0;
    metrics.measured(second, async (gauge) => gauge.set(++turns));
    await measuring.measure();
    fault = new Error('the database is away');
    await measuring.measure();
    expect(await page()).toMatch(/^judgment_first\{of="a".*\} 7$/m);
    expect(await page()).toMatch(/^judgment_second\{.*\} 2$/m);
    expect(await page()).toMatch(/^judgment_collect_errors_total\{metric="judgment_first".*\} 1$/m);
  });

  it('are not measured again while the query before hangs', async () => {
    jest.useFakeTimers();
    try {
      let asked = 0;
      metrics.measured(rows, () => {
        asked += 1;
        return new Promise(() => undefined);
      });
      const first = measuring.measure();
      await jest.advanceTimersByTimeAsync(5000);
      await first;
      await measuring.measure();
      expect(asked).toBe(1);
      expect(await page()).toMatch(/^judgment_collect_errors_total\{metric="judgment_rows".*\} 1$/m);
    } finally {
      jest.useRealTimers();
    }
  });

  it('are shown by the replica that measures alone', async () => {
    jest.useFakeTimers();
    try {
      metrics.measured(rows, async (gauge) => gauge.set(3));
      measuring.start();
      await jest.advanceTimersByTimeAsync(10);
      expect(await page()).toMatch(/^judgment_rows\{.*\} 3$/m);
      mayMeasure = false;
      await jest.advanceTimersByTimeAsync(5000);
      expect(await page()).not.toMatch(/^judgment_rows/m);
      const stopped = measuring.stop();
      await jest.advanceTimersByTimeAsync(5000);
      await stopped;
    } finally {
      jest.useRealTimers();
    }
  });

  it('are not measured after minutes without a scrape, and the next one waits for them', async () => {
    jest.useFakeTimers();
    try {
      let asked = 0;
      metrics.measured(rows, async (gauge) => gauge.set(++asked));
      measuring.start();
      await jest.advanceTimersByTimeAsync(100_000);
      const whileScraped = asked;
      expect(await page()).toMatch(/^judgment_rows\{.*\} \d+$/m);
      await jest.advanceTimersByTimeAsync(100_000);
      expect(asked).toBeGreaterThan(whileScraped + 15);
      await jest.advanceTimersByTimeAsync(600_000);
      const before = asked;
      expect(before).toBeLessThan(whileScraped + 40);
      expect(await metrics.registry.getSingleMetricAsString('judgment_rows')).not.toMatch(/^judgment_rows/m);
      expect(await page()).toMatch(new RegExp(`^judgment_rows\\{.*\\} ${before + 1}$`, 'm'));
      const stopped = measuring.stop();
      await jest.advanceTimersByTimeAsync(5000);
      await stopped;
    } finally {
      jest.useRealTimers();
    }
  });
});
