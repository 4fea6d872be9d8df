import { Loop } from './loop';
import { Logger } from './logger';
import { Measure, Metrics } from './metrics';

const everyMs = 5000;
const deadlineMs = 5000;
/** Well within the time that Prometheus gives a scrape. */
const scrapeWaitMs = 2000;
/** Longer than anybody lets pass between two scrapes. */
const scrapedForMs = 150_000;

export interface MeasuringOptions {
  metrics: Metrics;
  logger: Logger;
  /** Whether this replica is the one that measures now. */
  mayMeasure(): Promise<boolean>;
}

/**
 * Measures the gauges that cost a query, one after another, each within a deadline. One that fails keeps its last value
 * and is counted; one that is still under way is not begun again. While nobody scrapes they have no value: the next
 * scrape begins it again.
 */
export class Measuring {
  private readonly loop: Loop;
  private readonly underWay = new Set<Measure>();
  private scrapedAtMs = performance.now();

  constructor(private readonly options: MeasuringOptions) {
    const { logger } = options;
    this.loop = new Loop({ name: 'measuring', idleMs: everyMs, logger, turn: () => this.turn() });
    options.metrics.onScrape(() => this.waitForScrape());
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Measures everything once. */
  async measure(): Promise<void> {
    for (const measure of this.options.metrics.measures) {
      if (!this.underWay.has(measure)) await this.take(measure);
    }
  }

  private get isScraped(): boolean {
    return performance.now() - this.scrapedAtMs < scrapedForMs;
  }

  /** The first scrape after a time without any waits for the values, within a limit. */
  private async waitForScrape(): Promise<void> {
    const { isScraped } = this;
    this.scrapedAtMs = performance.now();
    if (isScraped) return;
    const turn = this.turn().catch((error: unknown) => {
      this.options.logger.warn({ err: error }, 'a scrape shows no gauges that cost a query');
    });
    await waitWithin(scrapeWaitMs, turn);
  }

  private async turn(): Promise<boolean> {
    if (this.isScraped && (await this.options.mayMeasure())) await this.measure();
    else this.options.metrics.measures.forEach((measure) => measure.clear());
    return false;
  }

  private async take(measure: Measure): Promise<void> {
    const { metrics, logger } = this.options;
    this.underWay.add(measure);
    const taken = measure.take().finally(() => this.underWay.delete(measure));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no value within ${deadlineMs} ms`)), deadlineMs);
    });
    try {
      await Promise.race([taken, late]);
    } catch (error) {
      measure.names.forEach((metric) => metrics.collectErrors.inc({ metric }));
      logger.warn({ err: error, metrics: measure.names }, 'a gauge was not measured');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Waits for work, but no longer than a time. */
async function waitWithin(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
