import { allMetrics, catalogue } from '@app/metrics';
import { alertGroups } from '../alert/alerts';
import { rulesOf } from '../alert/rules';
import { dashboards } from '../dashboard/dashboards';
import { grafanaOf } from '../dashboard/grafana';
import { metricsPage } from './metrics-page';
import { runbookPage } from './runbook-page';

/** The files that `npm run monitoring` writes, by their paths in the checkout. */
export function writtenFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/metrics.md', metricsPage(catalogue)],
    ['docs/runbooks.md', runbookPage(alertGroups)],
    ['helm/files/alerts.yaml', rulesOf(alertGroups)],
    ...dashboards.map((one) => [`helm/files/dashboards/${one.id}.json`, grafanaOf(one)] as const),
  ]);
}

/** Names of declared metrics in an expression, without the endings that Prometheus gives to histograms. */
export function metricsIn(expr: string): string[] {
  const known = new Set(allMetrics.map(({ name }) => name));
  return [...expr.matchAll(/judgment_\w+/g)].map(([name]) =>
    known.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''),
  );
}
