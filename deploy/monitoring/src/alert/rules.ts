import { stringify } from 'yaml';
import { Alert, AlertGroup } from './alert';

const docs = 'docs/runbooks.md';

/** The alerts as Prometheus reads them: the `spec` of a PrometheusRule, and a rule file by itself. */
export function rulesOf(groups: readonly AlertGroup[]): string {
  return stringify(
    { groups: groups.map(({ name, alerts }) => ({ name, rules: alerts.map(ruleOf) })) },
    { lineWidth: 0 },
  );
}

function ruleOf({ name, severity, expr, for: lasts, summary, meaning }: Alert) {
  return {
    ...{ alert: name, expr, for: lasts, labels: { severity } },
    annotations: { summary, description: meaning, runbook: `${docs}#${name.toLowerCase()}` },
  };
}

/** When the alert is looked at, in minutes: all of them fire by then. */
const atMinutes = 40;

/**
 * The tests that promtool runs: each alert fires on its samples and not on the others.
 * @param rules path of the rule file; for each test promtool computes all its rules, minute by minute
 */
export function testsOf(groups: readonly AlertGroup[], rules: string): string {
  const alerts = groups.flatMap((group) => group.alerts);
  return stringify(
    {
      rule_files: [rules],
      evaluation_interval: '1m',
      tests: alerts.flatMap((alert) => [
        { ...inputOf(alert.test.fires), promql_expr_test: [firing(alert.name, true)] },
        { ...inputOf(alert.test.quiet), promql_expr_test: [firing(alert.name, false)] },
      ]),
    },
    { lineWidth: 0 },
  );
}

function inputOf(series: Alert['test']['fires']) {
  return { interval: '1m', input_series: series.map(({ series: name, values }) => ({ series: name, values })) };
}

/** Whether an alert fires, whatever its other labels are. */
function firing(name: string, fires: boolean) {
  const expr = `group by (alertname) (ALERTS{alertname="${name}",alertstate="firing"})`;
  return {
    ...{ expr, eval_time: `${atMinutes}m` },
    exp_samples: fires ? [{ labels: `{alertname="${name}"}`, value: 1 }] : [],
  };
}
