import { processMetrics } from '@app/metrics';
import { Metrics, loopAges } from '@app/observability';
import { Database, openJobs, openTransactions } from '@app/persistence';

/** Gauges that every service has: its release, its servers, its pool, its loops, its transactions and its jobs. */
export function measureProcess(
  metrics: Metrics,
  database: Database,
  build: { version: string; revision: string },
  up: Readonly<Record<string, () => boolean>>,
): void {
  metrics.gauge(processMetrics.dependencyUp, (gauge) =>
    Object.entries(up).forEach(([dependency, isUp]) => gauge.set({ dependency }, isUp() ? 1 : 0)),
  );
  metrics.gauge(processMetrics.buildInfo, (gauge) => gauge.set(build, 1));
  metrics.gauge(processMetrics.poolConnections, (gauge) => {
    database.pools.forEach(({ busy, idle }, pool) => {
      gauge.set({ pool, state: 'busy' }, busy);
      gauge.set({ pool, state: 'idle' }, idle);
    });
  });
  metrics.gauge(processMetrics.poolWaiting, (gauge) =>
    database.pools.forEach(({ waiting }, pool) => gauge.set({ pool }, waiting)),
  );
  metrics.gauge(processMetrics.loopTurnAge, (gauge) => {
    gauge.reset();
    loopAges().forEach((age, loop) => gauge.set({ loop }, age));
  });
  const { oldestTransaction: longestS, heldBack, freezeAge } = processMetrics;
  metrics.measuredTogether({ longestS, heldBack, freezeAge }, async () => ({ ...(await openTransactions(database)) }));
  const { openJobs: open, oldestJob: oldest } = processMetrics;
  metrics.measuredTogether({ open, oldest }, async () => {
    const jobs = await openJobs(database);
    return {
      open: jobs.map(({ type, status, jobs: value }) => ({ labels: { type, status }, value })),
      oldest: Math.max(0, ...jobs.map(({ oldestS }) => oldestS)),
    };
  });
}
