import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Manifest } from './manifest';
import { render, root, set } from './render';

const autoscaled = ['billing', 'calibration', 'documents', 'judgments', 'webhooks'].flatMap((service) =>
  ['minReplicas=2', 'maxReplicas=4', 'targetCpuPercent=70'].map((one) => `services.${service}.autoscaling.${one}`),
);
const flags = [
  ...['alerts', 'dashboards', 'podMonitor', 'keda'].map((part) => `${part}.enabled=true`),
  'alerts.runbooks=https://wiki.example.com/runbooks',
  ...autoscaled,
];

/** What the chart makes for an installation that Prometheus, Grafana and KEDA read. */
interface Watched {
  kinds: (kind: string) => Manifest[];
  rules: { alert: string; expr: string; labels: Record<string, string>; annotations: Record<string, string> }[];
  dashboards: { uid: string; title: string; templating: { list: { name: string; current?: object }[] } }[];
  queries: string[];
}

function watched(release: string, namespace: string, ...more: string[]): Watched {
  const time = 'alerts.lastBackup.time=last_backup{namespace="databases"}';
  const manifests = render([...set(...flags, ...more), '--set-literal', time], { release, namespace });
  const kinds = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const { groups } = kinds('PrometheusRule')[0].spec as unknown as { groups: Pick<Watched, 'rules'>[] };
  const boards = kinds('ConfigMap').filter(({ metadata }) => metadata.labels?.['grafana_dashboard']);
  return {
    kinds,
    rules: groups.flatMap(({ rules }) => rules),
    dashboards: boards.flatMap(({ data }) => Object.values(data ?? {}).map((text) => JSON.parse(text) as never)),
    queries: kinds('ScaledObject').flatMap(({ spec }) =>
      (spec?.triggers ?? []).flatMap(({ metadata: { query } }) => (query ? [query] : [])),
    ),
  };
}

let one: Watched;
let cell: Watched;
beforeAll(() => {
  one = watched('judgments', 'prod');
  cell = watched('judgments', 'staging', 'cell=eu-1');
}, 300_000);

it('every rule and every query of an autoscaler selects its own installation, and the rule names it [O-H4]', () => {
  const selected = 'namespace="prod",release="judgments"}';
  expect(one.queries).toHaveLength(5);
  for (const query of one.queries) expect(query).toMatch(new RegExp(`judgment_\\w+\\{.*${selected}`));
  const file = parse(readFileSync(join(root, 'helm/files/alerts.yaml'), 'utf8')) as {
    groups: { rules: { alert: string }[] }[];
  };
  expect(one.rules.map(({ alert }) => alert)).toEqual(
    file.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)),
  );
  for (const { alert, expr, labels } of one.rules) {
    if (!['JudgmentDiskFills', 'JudgmentBackupOld'].includes(alert)) expect(expr).toContain(selected);
    expect(expr).not.toContain('__');
    expect(labels).toMatchObject({ namespace: 'prod', release: 'judgments' });
  }
});

it('an alert leads to its runbook by an address that Alertmanager links [O-L10]', () => {
  for (const { alert, annotations } of one.rules) {
    expect(annotations['runbook_url']).toBe(`https://wiki.example.com/runbooks#${alert.toLowerCase()}`);
  }
});

it('dashboards of two installations stand beside each other, each on its own series at first [O-H4]', () => {
  const boards = [...one.dashboards, ...cell.dashboards];
  const uids = boards.map(({ uid }) => uid);
  expect(new Set(uids).size).toBe(2 * readdirSync(join(root, 'helm/files/dashboards')).length);
  expect(uids.filter((uid) => uid.length > 40)).toEqual([]); // Grafana's bound
  const chosen = ({ dashboards: [{ templating }] }: Watched) =>
    Object.fromEntries(templating.list.map(({ name, current }) => [name, current]));
  expect(chosen(one)).toMatchObject({ namespace: { value: 'prod' }, release: { value: 'judgments' } });
  expect(chosen(cell)).toMatchObject({ namespace: { value: 'staging' }, cell: { value: 'eu-1' } });
  expect(cell.dashboards[0].title).toMatch(/ \(eu-1, judgments, staging\)$/);
});

it('a cell is a label of pods, series and alerts; without one nothing has that label [O-H4]', () => {
  const labelled = ({ kinds }: Watched) =>
    ['Deployment', 'StatefulSet', 'Job'].flatMap((kind) =>
      kinds(kind).map(({ spec }) => spec?.template?.metadata.labels?.['cell']),
    );
  expect(new Set(labelled(cell))).toEqual(new Set(['eu-1']));
  expect(new Set(labelled(one))).toEqual(new Set([undefined]));
  expect(new Set(cell.rules.map(({ labels }) => labels['cell']))).toEqual(new Set(['eu-1']));
  const selectors = JSON.stringify(cell.kinds('Deployment').map(({ spec }) => spec?.selector));
  expect(selectors).not.toContain('eu-1'); // a selector never changes
});

it('scraping sets the labels by which all of them select [O-H4]', () => {
  const relabelled = ({ kinds }: Watched) => {
    const [{ spec }] = kinds('PodMonitor') as { spec?: unknown }[];
    const [{ relabelings }] = (spec as { podMetricsEndpoints: { relabelings: Record<string, string>[] }[] })
      .podMetricsEndpoints;
    return Object.fromEntries(relabelings.map(({ targetLabel, sourceLabels }) => [targetLabel, sourceLabels[0]]));
  };
  const both = {
    namespace: '__meta_kubernetes_namespace',
    release: '__meta_kubernetes_pod_label_app_kubernetes_io_instance',
  };
  expect(relabelled(one)).toEqual(both);
  expect(relabelled(cell)).toEqual({ ...both, cell: '__meta_kubernetes_pod_label_cell' });
  // Who scrapes by annotations finds the same two lines in the page.
  const page = readFileSync(join(root, 'helm/README.md'), 'utf8');
  for (const [label, source] of Object.entries(both)) {
    expect(page).toContain(`{ source_labels: [${source}], target_label: ${label} }`);
  }
});

it('disks and backups are watched where values say which they are, and by no rule that sees nothing [O-L11]', () => {
  const exprOf = ({ rules }: Watched, name: string) => rules.find(({ alert }) => alert === name)?.expr;
  expect(exprOf(one, 'JudgmentDiskFills')).toContain(
    '{namespace=~"prod",persistentvolumeclaim=~"data-judgments-judgment-(postgres|nats)-0"}',
  );
  expect(exprOf(one, 'JudgmentBackupOld')).toBe('time() - max(last_backup{namespace="databases"}) > 3600 * 26');
  const own = ['postgres.bundled.enabled=false', 'nats.bundled.enabled=false', 'postgres.host=d', 'nats.url=nats://n'];
  expect(exprOf(watched('judgments', 'prod', ...own), 'JudgmentDiskFills')).toBeUndefined();
  const named = watched('judgments', 'prod', ...own, 'alerts.volumes.namespaces=db|nats', 'alerts.volumes.claims=.+');
  expect(exprOf(named, 'JudgmentDiskFills')).toContain('{namespace=~"db|nats",persistentvolumeclaim=~".+"}');
});
