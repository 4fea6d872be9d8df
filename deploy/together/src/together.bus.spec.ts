import type { ServiceSchema } from '@app/boot';
import { Service, services } from '@app/contracts';
import { eventually, freshSchema, serviceEnvironment } from '@app/testing';
import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(__dirname, '../../../dist/deploy/together/main.js');
const firstPort = 30_000 + (process.pid % 2_000) * 10;
const portOf = (service: Service): number => firstPort + services.indexOf(service);
const publicPort = firstPort + services.length;

let child: ChildProcess | undefined;
let said = '';

async function schemaOf(service: Service): Promise<ServiceSchema> {
  const module = (await import(`../../../apps/${service}/src/app.schema.ts`)) as Record<string, object>;
  return Object.values(module).find((value) => 'sql' in value) as ServiceSchema;
}

function begin(): ChildProcess {
  const of = (service: Service) =>
    serviceEnvironment(service, { LOG_LEVEL: 'info', ADMIN_PORT: String(portOf(service)), PORT: String(publicPort) });
  const environments = Object.fromEntries(services.map((service) => [service, of(service)]));
  const env = { PATH: process.env['PATH'], SERVICE: 'services', SERVICE_ENVIRONMENTS: JSON.stringify(environments) };
  const begun = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [begun.stdout, begun.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  return begun;
}

const statusOf = async (port: number, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;

beforeAll(async () => {
  for (const service of services) await freshSchema(await schemaOf(service));
}, 120_000);
afterAll(() => void child?.kill('SIGKILL'));

it('all services become ready in one process, answer together, and end in order on SIGTERM', async () => {
  child = begin();
  const ended = once(child, 'exit');
  await eventually(async () => {
    if (child?.exitCode !== null) throw new Error(said);
    const all = await Promise.all(services.map((service) => statusOf(portOf(service), '/health/ready')));
    expect(all).toEqual(services.map(() => 200));
  }, 60_000);
  // The gateway answers on its own port, and its key is looked up in its own schema.
  expect(await statusOf(publicPort, '/v1/engines')).toBe(401);
  for (const service of services) expect(said).toContain(`"service":"${service}"`);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it('names the service that cannot start, and ends with it', async () => {
  const environments = {
    billing: { ...serviceEnvironment('billing', {}), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  };
  const env = { PATH: process.env['PATH'], SERVICE: 'services', SERVICE_ENVIRONMENTS: JSON.stringify(environments) };
  const failing = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  failing.stderr.on('data', (data: Buffer) => (words += data.toString()));
  expect(await once(failing, 'exit')).toEqual([1, null]);
  expect(words).toMatch(/cannot start: /);
}, 60_000);
