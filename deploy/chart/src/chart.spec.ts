import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Container, type Manifest, podsOf, typedSource } from './manifest';
import { helm, render, root, standingAt } from './render';
import { unusualValues } from './unusual-values';
import { valueSets } from './value-sets';

const sets = Object.entries(valueSets);
let folder: string;
const rendered = new Map<string, Manifest[]>();

function manifests(name: string): Manifest[] {
  return rendered.get(name) ?? [];
}

beforeAll(() => {
  mkdirSync(join(root, '.state'), { recursive: true });
  // Below the checkout, where the compiler finds kubernetes-models.
  folder = mkdtempSync(join(root, '.state/chart-'));
  for (const [name, args] of sets) {
    rendered.set(name, render(args));
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pods = (name: string) => podsOf(manifests(name));
const containers = (name: string): Container[] => pods(name).flatMap(({ pod }) => pod.containers);
const kinds = (name: string, kind: string) => manifests(name).filter((manifest) => manifest.kind === kind);

it.each(sets)('helm lints the chart strictly: %s', (_name, args) => {
  const { status, stdout } = helm('lint', '--strict', 'helm', ...args);
  expect({ status, failed: stdout.includes('0 chart(s) failed') }).toEqual({ status: 0, failed: true });
});

it('values of at least twenty installations that are out of the common are among them [O-M9]', () => {
  expect(Object.keys(unusualValues).length).toBeGreaterThanOrEqual(20);
});

it.each(Object.entries(unusualValues))('the chart makes what was asked for: %s [O-M9]', (name, { shows }) => {
  expect(standingAt(Object.keys(shows), manifests(name))).toEqual(shows);
});

it('helm packages the chart', () => {
  expect(helm('package', 'helm', '-d', folder).status).toBe(0);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tgz'))).toHaveLength(1);
});

/** Each manifest once: most are the same in many sets. */
function distinct(all: readonly Manifest[]): Manifest[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

describe('types of Kubernetes', () => {
  /** What the compiler says of each file; it reads the types of Kubernetes once for both. */
  let said: string;
  beforeAll(() => {
    const misspelt = JSON.stringify(manifests('defaults')).replace('"containerPort"', '"containerPortz"');
    const sources = {
      'manifests.ts': typedSource(distinct([...rendered.values()].flat())),
      'misspelt.ts': typedSource(JSON.parse(misspelt) as Manifest[]),
    };
    for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
    const files = Object.keys(sources).map((name) => join(folder, name));
    // With FORCE_COLOR in the environment the compiler would write for people.
    const flags = [
      '--pretty',
      'false',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'preserve',
      '--ignoreConfig',
    ];
    said = spawnSync(join(root, 'node_modules/typescript-7/bin/tsc'), [...flags, ...files], {
      encoding: 'utf8',
    }).stdout;
  }, 60_000);
  const errorsOf = (file: string) => said.split('\n').filter((line) => line.includes(`${file}(`));

  it('every manifest of every set fits the type of its kind', () => {
    expect(errorsOf('manifests.ts')).toEqual([]);
  });

  it('a misspelt member does not fit', () => {
    expect(errorsOf('misspelt.ts')).toEqual([expect.stringContaining('containerPortz') as string]);
  });
});

describe.each(sets)('a reviewer finds nothing: %s', (name) => {
  it('no pod runs as root, writes its root file system or keeps a capability', () => {
    for (const { pod } of pods(name)) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    }
    for (const { securityContext } of containers(name)) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('no environment variable holds a password, and every container has a bound of memory unless values took it', () => {
    for (const { name: container, env = [], resources } of containers(name)) {
      for (const { name: variable, value } of env) {
        if (/PASSWORD|KEY|ADMIN_URL|SMTP/.test(variable) && value !== undefined) {
          expect({ container, variable, value }).toMatchObject({
            value: expect.stringMatching(/^"\$\(PASSWORD_/) as string,
          });
        }
      }
      if (name !== 'try-out') expect(resources?.limits?.memory).toBeDefined();
    }
  });

  it('liveness never asks what readiness asks, so that a lost Postgres restarts nothing', () => {
    for (const { manifest, pod } of pods(name).filter(({ manifest }) => manifest.kind === 'Deployment')) {
      const [{ livenessProbe, readinessProbe } = { livenessProbe: undefined, readinessProbe: undefined }] =
        pod.containers;
      expect({ of: manifest.metadata.name, path: livenessProbe?.httpGet?.path }).toMatchObject({
        path: '/health/live',
      });
      expect(readinessProbe).toMatchObject({ httpGet: { path: '/health/ready' } });
    }
  });

  it('replicas spread over zones and nodes, and a budget stands wherever there are two', () => {
    const budgets = kinds(name, 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
    const scalers = new Map(
      [...kinds(name, 'HorizontalPodAutoscaler'), ...kinds(name, 'ScaledObject')].map(({ metadata, spec }) => [
        metadata.name,
        spec?.minReplicas ?? spec?.minReplicaCount,
      ]),
    );
    for (const { metadata, spec } of kinds(name, 'Deployment')) {
      const least = scalers.get(metadata.name) ?? spec?.replicas ?? 0;
      expect({ of: metadata.name, has: budgets.includes(metadata.name) }).toMatchObject({ has: least > 1 });
      expect(spec?.template?.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
    }
  });

  it('every manifest says of which release, chart and version it is', () => {
    for (const { metadata } of manifests(name)) {
      expect(metadata.labels).toMatchObject({
        'app.kubernetes.io/instance': 'judgments',
        'app.kubernetes.io/part-of': 'judgment-service',
        'helm.sh/chart': expect.stringMatching(/^judgment-service-\d/) as string,
      });
    }
  });
});

it('the example of production has two of everything, each with a disruption budget [O-M6]', () => {
  const deployments = kinds('production', 'Deployment');
  expect(deployments).toHaveLength(8);
  expect(deployments.filter(({ spec }) => (spec?.replicas ?? 0) < 2)).toEqual([]);
  const budgets = kinds('production', 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
  expect(budgets.sort()).toEqual(deployments.map(({ metadata }) => metadata.name).sort());
});

it('the memory of calibration holds the heap of each thread that it computes with [O-M7]', () => {
  const limitOf = (name: string) =>
    containers(name).find((container) => container.name === 'calibration')?.resources?.limits?.memory;
  const heap = /maxHeapMb = ([\d_]+)/.exec(
    readFileSync(join(root, 'apps/calibration/src/figure/compute.thread.ts'), 'utf8'),
  )?.[1];
  expect(Number(heap?.replace('_', ''))).toBe(1024);
  expect(limitOf('defaults')).toBe(`${512 + 1024}Mi`);
});

it('with KEDA replicas follow what waits, by metrics that are declared, and no other autoscaler owns them', () => {
  expect(kinds('keda', 'HorizontalPodAutoscaler')).toEqual([]);
  const scaled = new Map(kinds('keda', 'ScaledObject').map(({ metadata, spec }) => [metadata.name, spec?.triggers]));
  expect([...scaled.keys()].map((name) => name.split('-').at(-1)).sort()).toEqual(['judgments', 'webhooks']);
  const declared = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  for (const triggers of scaled.values()) {
    expect(triggers?.map(({ type }) => type)).toEqual(['cpu', 'prometheus']);
    const { query = '', threshold } = triggers?.[1]?.metadata ?? {};
    expect(threshold).toMatch(/^\d+$/);
    expect(declared).toContain(`| \`${/judgment_\w+/.exec(query)?.[0]}\` |`);
  }
});

it('alerts and dashboards are installed whole, with the labels by which their operators find them', () => {
  const [rule] = kinds('policies', 'PrometheusRule');
  expect(rule.metadata.labels).toMatchObject({ release: 'prometheus' });
  const files = readdirSync(join(root, 'helm/files/dashboards'));
  const maps = kinds('policies', 'ConfigMap').filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
  expect(maps.flatMap(({ data }) => Object.keys(data ?? {})).sort()).toEqual(files.sort());
  for (const [file, text] of maps.flatMap(({ data }) => Object.entries(data ?? {}))) {
    const panelsOf = (json: string) => (JSON.parse(json) as { panels: unknown }).panels;
    expect(panelsOf(text)).toEqual(panelsOf(readFileSync(join(root, 'helm/files/dashboards', file), 'utf8')));
  }
  expect(kinds('defaults', 'PrometheusRule')).toEqual([]);
});

it('an image may be named by its digest, which no tag can move', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const { stdout } = helm('template', 'judgments', 'helm', '--set', `image.digest=${digest}`);
  expect(stdout).toContain(`image: "judgment-service@${digest}"`);
  expect(stdout).not.toContain('judgment-service:');
});

it('an autoscaler owns the number of replicas of its service alone', () => {
  const named = (ending: string) =>
    kinds('autoscaling', 'Deployment').find(({ metadata }) => metadata.name.endsWith(ending));
  expect(kinds('autoscaling', 'HorizontalPodAutoscaler')).toHaveLength(2);
  expect(named('-judgments')?.spec).not.toHaveProperty('replicas');
  expect(named('-gateway')?.spec?.replicas).toBe(3);
});

it('policies stand for every service, and only the three that call others leave the cluster', () => {
  const policies = kinds('policies', 'NetworkPolicy');
  const open = policies.filter(({ spec }) => spec?.egress?.some(({ ports }) => ports === undefined));
  expect(policies).toHaveLength(9); // with that of set-up
  expect(open.map(({ metadata }) => metadata.name.replace('judgments-judgment-', '')).sort()).toEqual([
    'engine-broker',
    'gateway',
    'webhooks',
  ]);
  expect(kinds('bundled, closed', 'NetworkPolicy')).toHaveLength(11);
});

it('the services that write links know the public address, and no other does', () => {
  const knowing = pods('production').filter(({ pod }) =>
    pod.containers.some(({ env = [] }) => env.some(({ name, value }) => name === 'PUBLIC_URL' && value !== '')),
  );
  const names = knowing.map(({ manifest }) => manifest.metadata.name.replace('judgments-judgment-', ''));
  expect(names.sort()).toEqual(['documents', 'gateway', 'webhooks']);
});

it('values of their own replace the general ones, and scraping has one way', () => {
  const pod = (ending: string) =>
    pods('scheduling').find(({ manifest }) => manifest.metadata.name.endsWith(ending))?.pod;
  expect(pod('-documents')).toMatchObject({ priorityClassName: 'critical', nodeSelector: { disk: 'nvme' } });
  expect(pod('-gateway')).toMatchObject({ nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'dedicated' }] });
  const scraped = (name: string) => JSON.stringify(kinds(name, 'Deployment')).includes('prometheus.io/scrape');
  expect([scraped('production'), scraped('policies'), kinds('policies', 'PodMonitor').length]).toEqual([
    true,
    false,
    1,
  ]);
});
