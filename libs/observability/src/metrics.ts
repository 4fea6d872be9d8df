import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type { Registry } from 'prom-client';

/** A gauge whose value costs a query: one replica asks for it now and then. */
export interface Measure {
  name: string;
  /** Asks and sets the gauge. */
  take(): Promise<void>;
  /** Shows no value any more: another replica does. */
  clear(): void;
}

/** The metrics of one process. Each service adds its own by name. A scrape reads memory alone. */
export class Metrics {
  readonly registry = new Registry();
  readonly measures: Measure[] = [];
  readonly collectErrors: Counter<'metric'>;

  constructor(service: string, replica: string) {
    this.registry.setDefaultLabels({ service, replica });
    collectDefaultMetrics({ register: this.registry });
    const help = 'Gauges whose query failed or took too long; they show their last value.';
    this.collectErrors = this.counter('collect_errors_total', help, ['metric']);
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A histogram of seconds, with buckets from half a millisecond to a minute. */
  seconds<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Histogram<L> {
    const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  /** A number of this process that is read from memory at each scrape. */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (gauge: Gauge<L>) => void,
  ): Gauge<L> {
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        collect(this as Gauge<L>);
      },
    });
  }

  /**
   * A number of the whole service that costs a query, such as the age of the oldest row of a queue. A loop measures it in
   * one replica; the others show none, so that a sum over replicas is right.
   */
  measured<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    measure: (gauge: Gauge<L>) => Promise<void>,
  ): Gauge<L> {
    const gauge = new Gauge({ name, help, labelNames, registers: [this.registry] });
    const clear = (): void => {
      gauge.reset();
      // A gauge without labels would read 0, which is a value.
      if (labelNames.length === 0) gauge.remove();
    };
    clear();
    this.measures.push({ name, take: () => measure(gauge), clear });
    return gauge;
  }
}
