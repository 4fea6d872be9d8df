import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './manifest';
import { helm, render, root, set } from './render';

/** Places of a pod's pools, by service, as docs/settings.md has their defaults. '' holds those of every service. */
const places = new Map<string, Map<string, number>>();
for (const part of readFileSync(join(root, 'docs/settings.md'), 'utf8').split(/^## /m)) {
  const title = part.slice(0, part.indexOf('\n'));
  const pools = part.matchAll(/^\| `(\w*POOL_SIZE)` .*\| `(\d+)` \|$/gm);
  places.set(
    title === 'Every service' ? '' : title,
    new Map([...pools].map(([, variable, fallback]) => [variable, Number(fallback)])),
  );
}

interface Demand {
  allPods: number;
  inRollOut: number;
}

/** What the rendered Deployments may hold: each at its most replicas, and with one pod more while a roll-out lasts. */
function demandOf(manifests: readonly Manifest[]): Demand {
  const scalers = new Map(
    manifests.flatMap(({ kind, metadata, spec }) =>
      kind === 'HorizontalPodAutoscaler' ? [[metadata.name, spec?.maxReplicas ?? 0] as const] : [],
    ),
  );
  const demand = { allPods: 0, inRollOut: 10 };
  for (const { kind, metadata, spec } of manifests) {
    if (kind !== 'Deployment') continue;
    const { name = '', env = [] } = spec?.template?.spec.containers[0] ?? {};
    const pools = new Map([...(places.get('') ?? []), ...(places.get(name) ?? [])]);
    const ofPod = [...pools].reduce(
      (sum, [variable, fallback]) => sum + Number(env.find((one) => one.name === variable)?.value ?? fallback),
      0,
    );
    const replicas = scalers.get(metadata.name) ?? spec?.replicas ?? 0;
    demand.allPods += replicas * ofPod;
    demand.inRollOut += (replicas + 1) * ofPod;
  }
  return demand;
}

const large = ['services.documents.replicas=8', 'services.gateway.replicas=6'];
const rows: [string, string[]][] = [
  ['defaults', []],
  ['[production](examples/production.yaml)', ['-f', 'helm/examples/production.yaml']],
  [
    'production with 8 replicas of documents and 6 of the gateway',
    ['-f', 'helm/examples/production.yaml', ...set(...large)],
  ],
];

/** What Helm tells who installs these values. */
function toldConnections(args: readonly string[]): number {
  const own = ['--set', 'postgres.bundled.enabled=false,postgres.host=db'];
  const { stdout } = helm('install', 'j', 'helm', '--dry-run=client', ...args, ...own);
  return Number(/Postgres must allow (\d+) connections/.exec(stdout)?.[1]);
}

it('the page has the connections of the examples, as settings and manifests make them [O-M5]', () => {
  expect([...places].filter(([, pools]) => pools.size > 0).map(([name]) => name)).toEqual(['', 'documents', 'gateway']);
  const table = rows.map(([name, args]) => {
    const { allPods, inRollOut } = demandOf(render(args));
    return `| ${name} | ${allPods} | ${inRollOut} |`;
  });
  const page = readFileSync(join(root, 'helm/README.md'), 'utf8');
  const section = page.split('### Connections\n')[1]?.split(/^## /m)[0];
  expect(section?.match(/^\| .+ \|$/gm)?.slice(1)).toEqual(table);
});

it.each(rows)('Helm tells who installs how many Postgres must allow: %s [O-M5]', (_name, args) => {
  expect(toldConnections(args)).toBe(demandOf(render(args)).inRollOut);
});

it('settings of pools and the most replicas of an autoscaler count [O-M5]', () => {
  const scaled = ['minReplicas=2', 'maxReplicas=16', 'targetCpuPercent=70'].map(
    (one) => `services.documents.autoscaling.${one}`,
  );
  const args = [...set(...scaled), '--set-string', 'services.documents.env.SCAN_POOL_SIZE=20'];
  expect(demandOf(render(args)).inRollOut).toBeGreaterThan(17 * 27);
  expect(toldConnections(args)).toBe(demandOf(render(args)).inRollOut);
});

it('the bundled Postgres allows as many as its services may hold [O-M5]', () => {
  const allowed = (args: readonly string[]) =>
    Number(
      /max_connections=(\d+)/.exec(JSON.stringify(render(args).filter(({ kind }) => kind === 'StatefulSet')))?.[1],
    );
  expect(allowed([])).toBe(200);
  const many = set('services.documents.replicas=20');
  expect(allowed(many)).toBe(demandOf(render(many)).inRollOut);
});
