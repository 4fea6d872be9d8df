import { schemaNameOf, services, type Service } from '@app/contracts';
import { serviceEnvironment, testEnvironment } from '@app/testing';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';

const script = join(__dirname, '../../../dist/deploy/together/migrate.js');
const schemas = services.map(schemaNameOf);
let admin: Client;

beforeAll(async () => {
  admin = new Client({ connectionString: testEnvironment().adminUrl });
  await admin.connect();
  for (const schema of schemas)
    await admin.query(`drop schema if exists ${schema} cascade; create schema ${schema} authorization svc_${schema}`);
});
afterAll(() => admin.end());

/** @param more settings of single services beside their own */
function migrate(more: Partial<Record<Service, Record<string, string>>> = {}) {
  const environments = Object.fromEntries(
    services.map((service) => [service, serviceEnvironment(service, more[service])]),
  );
  const env = { PATH: process.env['PATH'], SERVICE_ENVIRONMENTS: JSON.stringify(environments) };
  return spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
}

it('one process brings all schemas up, each as the role of its service', async () => {
  const { status, stdout, stderr } = migrate();
  expect([status, stderr]).toEqual([0, '']);
  for (const service of services) expect(stdout).toMatch(new RegExp(`^${service}: Baseline\\d+, `, 'm'));
  const { rows } = await admin.query<{ schema: string; owners: string[] }>(
    `select schemaname as schema, array_agg(distinct tableowner::text) as owners
     from pg_tables where schemaname = any ($1) group by schemaname order by schemaname`,
    [schemas],
  );
  expect(rows).toEqual([...schemas].sort().map((schema) => ({ schema, owners: [`svc_${schema}`] })));
});

it('names the service whose schema it cannot bring up, after the others are', () => {
  const { status, stdout, stderr } = migrate({ billing: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^billing cannot migrate: .+$/m);
  expect(stdout.trim().split('\n').sort()).toEqual(
    services
      .filter((service) => service !== 'billing')
      .map((service) => `${service}: up to date`)
      .sort(),
  );
});
