import { AlertGroup } from '../alert/alert';
import { wrapped } from './wrap';

const titles: Record<string, string> = {
  'judgment-api': 'What callers and receivers see',
  'judgment-judging': 'Judging',
  'judgment-bus': 'Facts between the services',
  'judgment-processes': 'Processes and their servers',
  'judgment-storage': 'Disks, backups, and the age of rows',
};

const urgency = {
  page: 'Someone acts now.',
  ticket: 'Someone acts this day.',
  info: 'Nobody need act.',
};

/** What to do when an alert fires, docs/runbooks.md. */
export function runbookPage(groups: readonly AlertGroup[]): string {
  return [
    '# Runbooks',
    '',
    'What to do when an alert fires. The rules are in `helm/files/alerts.yaml`; the dashboards that are named here are in',
    '`helm/files/dashboards`. This page, the rules and the dashboards are written by `npm run monitoring` from',
    'deploy/monitoring; promtool tests each rule.',
    '',
    'An alert looks at one installation and carries its labels `namespace` and `release`: look and mend there. The expressions',
    'below leave out `{namespace="...",release="..."}`, which each series in them has.',
    ...groups.flatMap(({ name, alerts }) => [
      '',
      `## ${titles[name] ?? name}`,
      ...alerts.flatMap((alert) => [
        '',
        `### ${alert.name}`,
        '',
        `${urgency[alert.severity]} Fires when this holds for ${alert.for}:`,
        '',
        '```promql',
        alert.expr,
        '```',
        '',
        wrapped(`**What it means.** ${alert.meaning}`),
        '',
        '**Look.**',
        '',
        ...alert.look.map(stepOf),
        '',
        '**Mend.**',
        '',
        ...alert.mend.map(stepOf),
      ]),
    ]),
    '',
  ].join('\n');
}

function stepOf(step: string, at: number): string {
  return wrapped(`${at + 1}. ${step}`, '   ');
}
