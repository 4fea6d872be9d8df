import { stringify } from 'yaml';
import { Installation, matchersOf, selecting } from '../installation';
import { Alert, AlertGroup, Series } from './alert';

/** When the alert is looked at, in minutes: all of them fire by then. */
const atMinutes = 40;

/** Installations in one Prometheus: the first is broken, the others share its namespace or its name and are well. */
export const installations: readonly Installation[] = [
  { namespace: 'prod', release: 'judgments' },
  { namespace: 'prod', release: 'other' },
  { namespace: 'staging', release: 'judgments' },
];

/**
 * The tests that promtool runs: of the installations the broken one's alert fires, and no other.
 * @param rules paths of the rule files, those of one installation each; for each test promtool computes them minute by
 * minute
 */
export function testsOf(groups: readonly AlertGroup[], rules: readonly string[]): string {
  const [broken, beside, elsewhere] = installations;
  const tests = groups
    .flatMap(({ alerts }) => alerts)
    .map(({ name, test: { fires, quiet, alsoQuiet = quiet } }) => ({
      interval: '1m',
      input_series: [...seriesOf(fires, broken), ...seriesOf(quiet, beside), ...seriesOf(alsoQuiet, elsewhere)],
      promql_expr_test: [firing(name, broken)],
    }));
  return stringify({ rule_files: rules, evaluation_interval: '1m', tests }, { lineWidth: 0 });
}

function seriesOf(series: Alert['test']['fires'], of: Installation): Series[] {
  return series.map(({ series: name, values }) => ({ series: filled(selecting(name, matchersOf(of)), of), values }));
}

/** A rule or series with the names of an installation put in, as the chart does it. */
export function filled(text: string, { namespace, release }: Installation): string {
  const names = {
    __NAMESPACE__: namespace,
    __RELEASE__: release,
    __VOLUME_NAMESPACES__: namespace,
    __VOLUME_CLAIMS__: `data-${release}-(postgres|nats)-0`,
    __LAST_BACKUP__: `cnpg_collector_last_available_backup_timestamp{namespace="${namespace}",pod=~"${release}-.+"}`,
    __BACKUP_MAX_HOURS__: '26',
  };
  return Object.entries(names).reduce((whole, [name, value]) => whole.replaceAll(name, value), text);
}

/** The alert fires for one installation, whatever its other labels are. */
function firing(name: string, { namespace, release }: Installation) {
  const expr = `group by (alertname, namespace, release) (ALERTS{alertname="${name}",alertstate="firing"})`;
  const labels = `{alertname="${name}",namespace="${namespace}",release="${release}"}`;
  return { expr, eval_time: `${atMinutes}m`, exp_samples: [{ labels, value: 1 }] };
}
