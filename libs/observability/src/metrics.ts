import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type { Registry } from 'prom-client';

/** The metrics of one process. Each service adds its own by name. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string, replica: string) {
    this.registry.setDefaultLabels({ service, replica });
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A histogram of seconds, with buckets from half a millisecond to a minute. */
  seconds<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Histogram<L> {
    const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  /** A number that is read at each scrape, such as the age of the oldest row of a queue. */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L> {
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        await collect(this as Gauge<L>);
      },
    });
  }
}
