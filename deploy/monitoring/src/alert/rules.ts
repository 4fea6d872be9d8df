import { stringify } from 'yaml';
import { anyInstallation, Installation, matchersOf, selecting } from '../installation';
import { Alert, AlertGroup } from './alert';

/** The page whose headings are the alerts; the chart puts an address before it where one is known. */
const runbooks = 'docs/runbooks.md';

/**
 * The alerts as Prometheus reads them: the `spec` of a PrometheusRule, and a rule file by itself. Each looks at one
 * installation alone and names it in its labels, so that installations in one Prometheus do not hide each other's faults.
 */
export function rulesOf(groups: readonly AlertGroup[], of: Installation = anyInstallation): string {
  const ofOne = groups.map(({ name, alerts }) => ({ name, rules: alerts.map((alert) => ruleOf(alert, of)) }));
  return stringify({ groups: ofOne }, { lineWidth: 0 });
}

function ruleOf({ name, severity, expr, for: lasts, summary, meaning }: Alert, of: Installation) {
  const { namespace, release } = of;
  return {
    alert: name,
    expr: selecting(expr, matchersOf(of)),
    for: lasts,
    labels: { severity, namespace, release },
    annotations: { summary, description: meaning, runbook: `${runbooks}#${name.toLowerCase()}` },
  };
}
