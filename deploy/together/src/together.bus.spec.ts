import type { ServiceSchema } from '@app/boot';
import { Service, services } from '@app/contracts';
import { findFreePort } from '@app/servers';
import { eventually, freshSchema, serviceEnvironment } from '@app/testing';
import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(__dirname, '../../../dist/deploy/together/main.js');
/** One for each service's admin port, then the public one. */
let ports: number[] = [];
const portOf = (service: Service): number => ports[services.indexOf(service)];

let child: ChildProcess | undefined;
let said = '';

async function schemaOf(service: Service): Promise<ServiceSchema> {
  const module = (await import(`../../../apps/${service}/src/app.schema.ts`)) as Record<string, object>;
  return Object.values(module).find((value) => 'sql' in value) as ServiceSchema;
}

/** @param more settings of single services beside their own */
function begin(more: Partial<Record<Service, Record<string, string>>> = {}): ChildProcess {
  const own = { LOG_LEVEL: 'info', PORT: String(ports[services.length]) };
  const environments = Object.fromEntries(
    services.map((service) => [
      service,
      serviceEnvironment(service, { ...own, ADMIN_PORT: String(portOf(service)), ...more[service] }),
    ]),
  );
  return run(JSON.stringify(environments));
}

function run(environments: string): ChildProcess {
  said = '';
  const env = { PATH: process.env['PATH'], SERVICE: 'services', SERVICE_ENVIRONMENTS: environments };
  const begun = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [begun.stdout, begun.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  return begun;
}

const statusOf = async (port: number, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;

beforeAll(async () => {
  const free = new Set<number>();
  while (free.size <= services.length) free.add(await findFreePort());
  ports = [...free];
  for (const service of services) await freshSchema(await schemaOf(service));
}, 120_000);
afterAll(() => void child?.kill('SIGKILL'));

it('all services become ready in one process, answer together, and end in order on SIGTERM', async () => {
  child = begin();
  const ended = once(child, 'exit');
  const ready = eventually(async () => {
    const all = await Promise.all(services.map((service) => statusOf(portOf(service), '/health/ready')));
    expect(all).toEqual(services.map(() => 200));
  }, 150_000);
  const endedEarly = ended.then(() => {
    throw new Error(said.trim().split('\n').at(-1));
  });
  await Promise.race([ready, endedEarly]);
  // The gateway answers on its own port, and its key is looked up in its own schema.
  expect(await statusOf(ports[services.length], '/v1/engines')).toBe(401);
  for (const service of services) expect(said).toContain(`"service":"${service}"`);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 180_000);

it('names the service that cannot start, and ends with it', async () => {
  child = begin({ billing: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } });
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(said).toMatch(/^billing cannot start: /m);
}, 60_000);

it('refuses to start a service without an environment of its own', async () => {
  child = run('{"gateway": {}}');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(said).toContain('must hold an environment for');
}, 60_000);
