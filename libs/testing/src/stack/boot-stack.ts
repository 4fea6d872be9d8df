import { Service, services } from '@app/contracts';
import {
  busUsers,
  operatorHost,
  operatorPermissions,
  operatorUser,
  sharedExtensionPermissions,
  sharedExtensionUser,
} from '@app/contracts/catalogue';
import { busUser, findFreePort, openTestInfrastructure } from '@app/servers';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { installClock } from '../clock/clock';
import { workspaceRoot } from '../workspace';
import { bundleOf } from './bundle';
import { PostgresProxy } from '../proxy/postgres-proxy';
import { StackAddresses } from './stack-addresses';
import { baseEnvironment, enginesOf, serviceEnvironmentOf, togetherEnvironmentOf } from './environment';
import { KeptOperator } from './kept-operator';
import { NatsCluster } from './nats-cluster';
import { Build, StackOptions } from './stack-options';
import { Operate, collect, operateOnce } from './operate-once';
import { Operator, createKey, secretOf } from './operator';
import { StackParts, RunningStack } from './running-stack';
import { ServiceChild, together } from './service-child';
import { StackEngine } from './stack-engine';
import { formOf, needsProcesses, settingsFor } from './stack-needs';
import { StandbyServer } from './standby-server';
import { startAll } from './start-all';

type Closers = StackParts['closers'];

/**
 * Boots a stack: throw-away servers, schemas migrated, the movable clock, the services of the testing bundle (which
 * must stand built), organizations with keys.
 * @param logs folder of the logs; one of an earlier stack is kept under another name
 * @throws when a part does not start; then the parts that did have been ended
 */
export async function bootStack(options: StackOptions, logs: string): Promise<RunningStack> {
  const closers: Closers = [];
  try {
    return new RunningStack(await boot(options, logs, closers));
  } catch (error) {
    for (const close of closers.reverse()) await close();
    throw error;
  }
}

/** The whole run ends with a search of every log for secrets. */
function keepEarlier(logs: string): void {
  for (let n = 1; existsSync(logs); n += 1) if (!existsSync(`${logs}.${n}`)) renameSync(logs, `${logs}.${n}`);
}

async function boot(options: StackOptions, logs: string, closers: Closers): Promise<StackParts> {
  const form = formOf(options);
  const { replicas, more, build, spare } = form;
  const bundle = bundleOf(build);
  const [servers, engine] = await Promise.all([openServers(closers), StackEngine.open(closers)]);
  const { nats, postgres } = servers;
  keepEarlier(logs);
  mkdirSync(logs, { recursive: true });
  const engines = options.engines ?? enginesOf(engine.url);
  const proxies =
    form.postgresProxies || form.postgresStandby
      ? await openProxies(servers.urls, closers)
      : new Map<Service, PostgresProxy>();
  const urls = { ...servers.urls, ...Object.fromEntries([...proxies].map(([service, { url }]) => [service, url])) };
  const standby = form.postgresStandby ? await StandbyServer.open(postgres, servers.adminUrl, closers) : undefined;
  const adminUrl = standby?.adminUrl ?? servers.adminUrl;
  const cluster = form.natsCluster ? await NatsCluster.open(nats, servers.env['TEST_NATS_URL'], closers) : undefined;
  const reach = { ...servers.env, TEST_DATABASE_URL: adminUrl, TEST_DATABASE_URLS: JSON.stringify(urls) };
  const ports = await gatewayPorts(replicas + (spare ? 1 : 0));
  // Where a browser finds the dashboard, and a provider sends people back to.
  const publicUrl = { PUBLIC_URL: `http://127.0.0.1:${ports[0]}` };
  const clusterEnv = cluster && { NATS_URL: cluster.url, STREAM_REPLICAS: String(cluster.servers.length) };
  const base = { ...baseEnvironment(reach, engines, `${engine.url}/chat`), ...publicUrl, ...clusterEnv };
  const migrate = async (by: Build): Promise<void> => {
    const { code, stderr } = await collect([bundleOf(by), 'migrate'], base);
    if (code !== 0) throw new Error(`The schemas cannot be migrated: ${stderr}`);
  };
  await Promise.all([migrate(build), installClock(adminUrl)]);

  const reached: string[] = [];
  const hasProcesses = needsProcesses(options);
  const count = (service: Service): number => replicas + (more[service] ?? 0);
  const child = (service: Service | typeof together, replica: number, env: Record<string, string>): ServiceChild =>
    new ServiceChild(service, replica, bundle, env, join(logs, `${service}-${replica}.log`), (p) => reached.push(p));
  const ofService = (service: Service): ServiceChild[] =>
    Array.from({ length: count(service) + (spare ? 1 : 0) }, (_, replica) => {
      const one = child(service, replica, serviceEnvironmentOf(service, replica, ports[replica] ?? 0, base));
      one.settings = settingsFor(service, options.settings);
      return one;
    });
  const children = hasProcesses
    ? services.flatMap(ofService)
    : [child(together, 0, togetherEnvironmentOf(ports[0], base))];
  // Nobody needs the stack any more: a process that drains works on, and starts three more that watch its end.
  closers.push(async () => {
    await Promise.all(children.map((child) => child.kill()));
  });
  const gatewayEnv = serviceEnvironmentOf('gateway', 0, 0, base);
  const operator = new KeptOperator(bundle, gatewayEnv, join(logs, 'operator.log'));
  closers.push(() => operator.close());
  // The bundle of the previous version cannot keep a process for them.
  const operate: Operate = (commands) =>
    build === 'previous' ? operateOnce(bundle, gatewayEnv, commands) : operator.run(commands);
  const first = children.filter(({ service, replica }) => service === together || replica < count(service));
  const [keys] = await Promise.all([makeKeys(new Operator(bundle, gatewayEnv, operate)), startAll(first)]);
  const baseUrls = ports.map((port) => `http://127.0.0.1:${port}/v1`);
  return {
    at: { baseUrls, keys, engineUrl: engine.url, adminUrl, logs, bundle, gatewayEnv },
    form,
    hasProcesses,
    engine,
    nats: cluster?.servers ?? [nats],
    cluster,
    postgres,
    proxies,
    standby,
    children,
    reached,
    migrate,
    operator,
    operate,
    closers,
  };
}

async function openServers(closers: Closers) {
  // The users of production: a message that the catalogue does not permit must fail here too.
  const users = busUsers().map(({ service, permissions }) => busUser(service, `test-${service}`, permissions));
  users.push(busUser(sharedExtensionUser, `test-${sharedExtensionUser}`, sharedExtensionPermissions()));
  users.push(busUser(operatorUser, `test-${operatorHost}`, operatorPermissions()));
  const opened = await openTestInfrastructure(join(workspaceRoot, '.state'), users);
  closers.push(() => opened.stop());
  const { postgres, nats } = opened.infrastructure;
  if (!postgres.control || !nats.control) {
    throw new Error('A stack kills its servers, so it needs its own: unset DATABASE_URL and NATS_URL.');
  }
  const adminUrl = opened.env['TEST_DATABASE_URL'];
  const urls = JSON.parse(opened.env['TEST_DATABASE_URLS']) as Record<Service, string>;
  return { adminUrl, nats: nats.control, postgres: postgres.control, env: opened.env, urls };
}

async function openProxies(urls: Record<Service, string>, closers: Closers): Promise<Map<Service, PostgresProxy>> {
  const opened = new Map<Service, PostgresProxy>();
  for (const service of services) {
    const proxy = await PostgresProxy.open(urls[service]);
    opened.set(service, proxy);
    closers.push(() => proxy.close());
  }
  return opened;
}

async function gatewayPorts(replicas: number): Promise<number[]> {
  const ports: number[] = [];
  for (let i = 0; i < replicas; i++) ports.push(await findFreePort());
  return ports;
}

async function makeKeys(operator: Operator): Promise<StackAddresses['keys']> {
  // Scenarios ask as fast as the machine lets them: only those about limits have the limits of the specification.
  const unlimited = ['--requests-per-second-per-key', '--requests-per-second-per-org'].flatMap((one) => [
    one,
    '1000000',
  ]);
  const [, , , rw, rw2, ro, other] = await operator.run(
    ['org', 'create', 'acme', '--plan', 'scale'],
    ['org', 'create', 'other', '--plan', 'scale'],
    ['limits', '--org', 'acme', ...unlimited],
    createKey('acme', 'read_write', '*'),
    createKey('acme', 'read_write', '*'),
    createKey('acme', 'read_only', '*'),
    createKey('other', 'read_write', '*'),
  );
  return { rw: secretOf(rw), rw2: secretOf(rw2), ro: secretOf(ro), other: secretOf(other) };
}
