import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { name: string }[] }[];
  }[];
}

// A process of its own, since it ends: it makes two spans and has nothing left to do.
const program = `
  import './start';
  import { runInSpan } from './tracing';
  for (const name of ['read', 'write']) void runInSpan(name, {}, async () => undefined);
`;
const packages = join(__dirname, '../../../node_modules');
const folder = mkdtempSync(join(tmpdir(), 'judgment-start-'));
const main = join(folder, 'main.js');
let collector: Server;
let requests: { path: string; body: Sent }[];

beforeAll(() => {
  const options = ['--bundle', '--platform=node', '--packages=external', '--tsconfig=../../../tsconfig.base.json'];
  execFileSync(join(packages, '.bin/esbuild'), [...options, '--loader=ts', '--log-level=error', `--outfile=${main}`], {
    cwd: __dirname,
    input: program,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  requests = [];
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) as Sent });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

/** Runs the program to its end. @returns names of the spans that were sent, and the attributes of their sender */
async function traced(env: Record<string, string>) {
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const given = { SERVICE: 'documents', REPLICA: '2', OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env };
  await promisify(execFile)(process.execPath, [main], {
    env: { PATH: process.env['PATH'], NODE_PATH: packages, ...given },
  });
  const all = requests.flatMap(({ body }) => body.resourceSpans);
  const attributes = all.flatMap(({ resource }) => resource.attributes);
  return {
    names: all.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name))),
    sender: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
  };
}

it('sends what waits when the process ends, in one request of traces that names service, replica and host', async () => {
  const { names, sender } = await traced({});
  expect(requests.map(({ path }) => path)).toEqual(['/v1/traces']);
  expect(names).toEqual(['read', 'write']);
  expect(sender).toMatchObject({
    'service.name': 'documents',
    'service.instance.id': '2',
    'host.name': hostname(),
    'process.runtime.name': 'nodejs',
  });
});

it('adds the attributes that the environment gives', async () => {
  const { sender } = await traced({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=spec' });
  expect(sender['deployment.environment.name']).toBe('spec');
});

it.each([
  ['the environment samples nothing', { OTEL_TRACES_SAMPLER: 'always_off' }],
  ['no collector is named', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
])('sends nothing where %s', async (_, env) => {
  await traced(env);
  expect(requests).toEqual([]);
});
