import { MetricGroup } from '@app/metrics';

const kinds = {
  counter: 'counter',
  histogram: 'histogram, seconds',
  gauge: 'gauge of each process',
  measured: 'gauge, measured by one replica',
};

/** The reference of metrics, docs/metrics.md. */
export function metricsPage(groups: readonly MetricGroup[]): string {
  return [
    '# Metrics',
    '',
    'Each process serves its metrics in the format of Prometheus at `/metrics` of its admin port. Besides those below it has',
    "those of Node and of the process, under prom-client's names. Every series carries `component`, the service, and `process`,",
    'the replica. No label names a tenant. This page is written from the declarations in libs/metrics by `npm run monitoring`.',
    '',
    'Rules, dashboards and autoscalers tell installations apart by two labels more, `namespace` and `release`, and by `cell` where',
    'there are cells. Scraping sets them: the PodMonitor of the chart does, and',
    '[helm](../helm/README.md#several-installations-in-one-prometheus) has the lines for a Prometheus without the operator.',
    '',
    'A gauge that is *measured by one replica* costs a query: the replica that holds a lease asks for it every five seconds,',
    'and the others show no value, so that a sum over replicas is right. While nobody scrapes for two and a half minutes it is',
    'not asked for, and the next scrape waits up to two seconds for it.',
    ...groups.flatMap(({ title, of, metrics }) => [
      '',
      `## ${title}`,
      '',
      of === 'all' ? 'Every service has them.' : `Of \`${of}\`.`,
      '',
      '| Metric | Kind | Labels | Value | Use |',
      '|---|---|---|---|---|',
      ...Object.values(metrics).map(
        ({ name, kind, labels, meaning, why }) =>
          `| \`${name}\` | ${kinds[kind]} | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} | ${meaning} | ${why} |`,
      ),
    ]),
    '',
  ].join('\n');
}
