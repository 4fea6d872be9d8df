import { lanes } from '@app/contracts/engines';
import { Metric, enginesMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Engine } from './engine';
import { aboutOf } from './engine-setup';

/** Gauges of the engines of this process, read from memory at each scrape. */
export function measureEngines(metrics: Metrics, engines: () => readonly Engine[]): void {
  const each = (metric: Metric<'gauge', 'engine'>, read: (engine: Engine) => number) =>
    metrics.gauge(metric, (gauge) =>
      engines().forEach((engine) => gauge.set({ engine: engine.setup.name }, read(engine))),
    );
  each(enginesMetrics.inFlight, ({ gate }) => gate.inFlight);
  each(enginesMetrics.permits, ({ slices, rate }) => (rate.in_flight * slices.length) / 8);
  each(enginesMetrics.rateFactor, ({ gate }) => gate.throttle.factor());
  each(enginesMetrics.circuitOpen, ({ row }) => Number(row.circuit_open));
  metrics.gauge(enginesMetrics.waiting, (gauge) =>
    engines().forEach(({ setup, gate }) =>
      lanes.forEach((lane) => gauge.set({ engine: setup.name, lane }, gate.waitingIn(lane))),
    ),
  );
  metrics.gauge(enginesMetrics.info, (gauge) => {
    gauge.reset();
    engines().forEach(({ setup, row }) => gauge.set({ ...aboutOf(setup), epoch: row.epoch ?? '' }, 1));
  });
}
