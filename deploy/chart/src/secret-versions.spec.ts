import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { helmProgram } from './helm';
import { manifestsOf } from './manifest';

const root = resolve(__dirname, '../../..');
/** Versions of the Secrets that the cluster has, by name. */
let versions: Record<string, string>;
let cluster: Server;
let program: string;

/** The kinds that the chart makes, by group. */
const kinds: Record<string, string[]> = {
  v1: ['Secret', 'Service', 'ConfigMap', 'ServiceAccount', 'Pod'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'batch/v1': ['Job'],
  'policy/v1': ['PodDisruptionBudget'],
};

/** As much of Kubernetes' API as Helm asks to look Secrets up. */
function answer(path: string): object | undefined {
  if (path === '/version') return { major: '1', minor: '30', gitVersion: 'v1.30.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis')
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: Object.keys(kinds).slice(1).map(groupOf) };
  const known = kinds[path.replace(/^\/apis?\//, '')];
  if (known)
    return { kind: 'APIResourceList', groupVersion: path.replace(/^\/apis?\//, ''), resources: known.map(resourceOf) };
  const name = /^\/api\/v1\/namespaces\/default\/secrets\/([\w-]+)$/.exec(path)?.[1] ?? '';
  if (versions[name] === undefined) return undefined;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'default', resourceVersion: versions[name] },
  };
}

function groupOf(groupVersion: string): object {
  const version = { groupVersion, version: 'v1' };
  return { name: groupVersion.split('/')[0], versions: [version], preferredVersion: version };
}

function resourceOf(kind: string): object {
  return { name: `${kind.toLowerCase()}s`, singularName: '', namespaced: true, kind, verbs: ['get', 'list'] };
}

beforeAll(async () => {
  program = helmProgram(join(root, '.state/helm'));
  cluster = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '', 'http://cluster').pathname);
    response.statusCode = body ? 200 : 404;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(body ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }),
    );
  });
  await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve));
}, 300_000);
afterAll(() => cluster.close());

/** The annotation of the pods of each service and of the bundled servers, by container. */
async function checksums(...more: string[]): Promise<Map<string, string | undefined>> {
  const { port } = cluster.address() as AddressInfo;
  const api = ['--kube-apiserver', `http://127.0.0.1:${port}`, '--kube-token', 'any', '--namespace', 'default'];
  const { stdout } = await promisify(execFile)(
    program,
    ['template', 'judgments', 'helm', '--dry-run=server', '--disable-openapi-validation', ...api, ...more],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const started = manifestsOf(stdout).filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  return new Map(
    started.map(({ spec }) => [
      spec?.template?.spec.containers[0]?.name ?? '',
      spec?.template?.metadata.annotations?.['checksum/secrets'],
    ]),
  );
}

const changed = (a: Map<string, unknown>, b: Map<string, unknown>) =>
  [...a.keys()].filter((name) => a.get(name) !== b.get(name));

it('pods start anew by an upgrade when a Secret changed that they read, and no others do', async () => {
  versions = {
    'judgment-master-key': '1',
    'judgment-database': '1',
    'judgment-bus': '1',
    'judgment-mail': '1',
    own: '1',
  };
  const more = [
    '--set',
    'secrets.mail=judgment-mail,services.billing.postgres.host=b,services.billing.postgres.secret=own',
  ];
  const before = await checksums(...more);
  const unmarked = [...before].filter(([, sum]) => !/^[0-9a-f]{64}$/.test(sum ?? ''));
  // The bundled Postgres reads its Secret once, when its disk is new.
  expect(unmarked).toEqual([['postgres', undefined]]);
  expect(changed(before, await checksums(...more))).toEqual([]);
  versions['judgment-bus'] = '2';
  const bus = await checksums(...more);
  // With the services the bundled NATS starts anew, which read the passwords of its users at its start.
  expect(changed(before, bus)).toHaveLength(9);
  expect(changed(before, bus)).toContain('nats');
  versions['judgment-mail'] = '2';
  const mail = await checksums(...more);
  expect(changed(bus, mail)).toEqual(['gateway']);
  versions['own'] = '2';
  expect(changed(mail, await checksums(...more))).toEqual(['billing']);
}, 120_000);

it('without a cluster, or without the Secrets, pods carry no such annotation', async () => {
  versions = {};
  expect([...new Set((await checksums()).values())]).toEqual([undefined]);
});
