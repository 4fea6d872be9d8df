import { Metric } from '@app/metrics';
import { Target } from './panel';

/** The window over which rates are taken; Grafana sets it from the scrape interval. */
const window = '$__rate_interval';

const by = (labels: readonly string[]) => (labels.length > 0 ? ` by (${labels.join(', ')})` : '');
const legendOf = (labels: readonly string[]) => labels.map((label) => `{{${label}}}`).join(' ');

/** Events a second, by labels. */
export function rate({ name, kind }: Metric, labels: readonly string[] = [], where = ''): Target {
  const series = kind === 'histogram' ? `${name}_count` : name;
  return { expr: `sum${by(labels)} (rate(${series}${where}[${window}]))`, legend: legendOf(labels) || 'all' };
}

/** A quantile of a histogram, by labels. */
export function quantile(q: number, { name }: Metric, labels: readonly string[] = [], where = ''): Target {
  const expr = `histogram_quantile(${q}, sum${by(['le', ...labels])} (rate(${name}_bucket${where}[${window}])))`;
  return { expr, legend: `p${q * 100} ${legendOf(labels)}`.trim() };
}

/** The greatest value of a gauge, by labels. */
export function greatest({ name }: Metric, labels: readonly string[] = [], legend = legendOf(labels)): Target {
  return { expr: `max${by(labels)} (${name})`, legend: legend || 'all' };
}

/** The sum of a gauge, by labels. */
export function total({ name }: Metric, labels: readonly string[] = [], legend = legendOf(labels)): Target {
  return { expr: `sum${by(labels)} (${name})`, legend: legend || 'all' };
}
