import type { Metric } from '@app/metrics';
import { eventLoopLookS, processMetrics } from '@app/metrics';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type { Registry } from 'prom-client';

/** From half a millisecond to an hour: the lag of an answer may be long. */
const bucketsS = [
  ...[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  ...[300, 900, 3600],
];

/** A value of a gauge with labels. */
export interface Labelled {
  labels: Record<string, string>;
  value: number;
}

/** One gauge or more whose values cost a query: one replica asks for them now and then. */
export interface Measure {
  names: readonly string[];
  /** Asks and sets the gauges. */
  take(): Promise<void>;
  /** Shows no values any more: another replica does. */
  clear(): void;
}

/** A registry whose page waits for what prepares it. */
class PreparedRegistry extends Registry {
  readonly preparations: (() => Promise<void>)[] = [];

  override async metrics(): Promise<string> {
    await Promise.all(this.preparations.map((prepare) => prepare()));
    return super.metrics();
  }
}

/**
 * The metrics of one process: those that libs/metrics declares. A scrape reads memory alone. The default labels
 * `component` and `process` clash with no label that Prometheus' or Thanos' operators set, as `service` and `replica` do.
 */
export class Metrics {
  readonly registry = new PreparedRegistry();
  readonly measures: Measure[] = [];
  readonly collectErrors: Counter<'metric'>;

  constructor(service: string, replica: string) {
    this.registry.setDefaultLabels({ component: service, process: replica });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: eventLoopLookS * 1_000 });
    this.collectErrors = this.counter(processMetrics.collectErrors);
  }

  /** Calls `prepare` at each scrape, which waits for it. */
  onScrape(prepare: () => Promise<void>): void {
    this.registry.preparations.push(prepare);
  }

  counter<L extends string>(metric: Metric<'counter', L>): Counter<L> {
    return new Counter(this.optionsOf(metric));
  }

  /** A histogram of seconds. */
  histogram<L extends string>(metric: Metric<'histogram', L>): Histogram<L> {
    return new Histogram({ ...this.optionsOf(metric), buckets: bucketsS });
  }

  /** A number of this process that is read from memory at each scrape. */
  gauge<L extends string>(metric: Metric<'gauge', L>, collect: (gauge: Gauge<L>) => void): Gauge<L> {
    return new Gauge({
      ...this.optionsOf(metric),
      collect() {
        collect(this as Gauge<L>);
      },
    });
  }

  /**
   * A number of the whole service that costs a query, such as the age of the oldest row of a queue. A loop measures it in
   * one replica; the others show none, so that a sum over replicas is right.
   */
  measured<L extends string>(metric: Metric<'measured', L>, measure: (gauge: Gauge<L>) => Promise<void>): Gauge<L> {
    const gauge = new Gauge(this.optionsOf(metric));
    this.addMeasure({ names: [metric.name], take: () => measure(gauge), clear: () => clear(gauge, metric) });
    return gauge;
  }

  /** Several gauges that one query brings, such as the length of a queue and the age of its oldest row. */
  measuredTogether<K extends string>(
    metrics: Readonly<Record<K, Metric<'measured'>>>,
    measure: () => Promise<Record<K, number | readonly Labelled[]>>,
  ): void {
    const gauges = Object.entries<Metric>(metrics).map(([key, metric]) => ({
      key: key as K,
      metric,
      gauge: new Gauge(this.optionsOf(metric)),
    }));
    this.addMeasure({
      names: gauges.map(({ metric }) => metric.name),
      take: async () => {
        const values = await measure();
        gauges.forEach(({ key, gauge }) => show(gauge, values[key]));
      },
      clear: () => gauges.forEach(({ gauge, metric }) => clear(gauge, metric)),
    });
  }

  private addMeasure(measure: Measure): void {
    measure.clear();
    this.measures.push(measure);
  }

  private optionsOf<L extends string>({ name, meaning, labels }: Metric<Metric['kind'], L>) {
    return { name, help: meaning, labelNames: labels, registers: [this.registry] };
  }
}

function show(gauge: Gauge, value: number | readonly Labelled[]): void {
  if (typeof value === 'number') return gauge.set(value);
  gauge.reset();
  value.forEach(({ labels, value: one }) => gauge.set(labels, one));
}

function clear(gauge: Gauge, { labels }: Metric): void {
  gauge.reset();
  // A gauge without labels would read 0, which is a value.
  if (labels.length === 0) gauge.remove();
}
