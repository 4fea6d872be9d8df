import { Service, busUsers, services } from '@app/contracts';
import { TestInfrastructure, busUser, freePort, openTestInfrastructure } from '@app/local';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installClock } from '../clock/clock';
import { eventually } from '../eventually';
import { EngineTap } from '../engine/tap';
import { KillOrder } from '../process/protocol';
import { workspaceRoot } from '../process/workspace';
import { startSim } from '../simulator';
import { buildBundle } from './bundle';
import { HouseAddresses, HouseDoor } from './door';
import { baseEnvironment, enginesOf, serviceEnvironmentOf } from './environment';
import { Operator, collect, createKey, secretOf } from './operator';
import { ServiceChild } from './service-child';

export interface HouseOptions {
  /** Processes of each service. */
  replicas?: number;
  /** Processes of single services beyond `replicas`; gateways have an address each and are counted there. */
  more?: Partial<Record<Service, number>>;
  /** Engine entries by name; the simulator behind `jev` and `gpt-6-luna` when left out. */
  engines?: object;
  /** Further members of the simulator's entries, by engine name. */
  entries?: Record<string, object>;
  /** Further environment of every service. */
  env?: Record<string, string>;
  /** Names the folder of the logs. */
  name?: string;
}

/** The eight services as processes on servers of their own; the one that opened it may kill any part. */
export class House extends HouseDoor {
  private constructor(
    at: HouseAddresses,
    private readonly children: ServiceChild[],
    private readonly reachedPoints: string[],
    private readonly closers: (() => Promise<void>)[],
  ) {
    super(at);
  }

  static async open(options: HouseOptions = {}): Promise<House> {
    const closers: (() => Promise<void>)[] = [];
    try {
      return await open(options, closers, (...parts) => new House(...parts));
    } catch (error) {
      for (const close of closers.reverse()) await close();
      throw error;
    }
  }

  readonly services = {
    /** SIGKILL. */
    kill: (service: Service, replica = 0) => this.child(service, replica).kill(),
    stop: (service: Service, replica = 0) => this.child(service, replica).stop(),
    start: (service: Service, replica = 0) => this.child(service, replica).start(),
    /** Resolves when the process has ended by itself, at a kill point. */
    untilGone: (service: Service, replica = 0) => this.child(service, replica).untilGone(),
    isRunning: (service: Service, replica = 0) => this.child(service, replica).isRunning,
    arm: (service: Service, order: KillOrder, replica = 0) => this.child(service, replica).arm(order),
    disarm: (service: Service, replica = 0) => this.child(service, replica).disarm(),
  };

  /** How often a kill point was reached while it was armed. */
  reached(point: string): number {
    return this.reachedPoints.filter((one) => one === point).length;
  }

  async untilReached(point: string, limitMs = 15_000): Promise<void> {
    await eventually(() => {
      if (this.reached(point) === 0) throw new Error(`${point} was not reached.`);
    }, limitMs);
  }

  protected override adminPort(service: string, replica: number): number {
    return this.child(service as Service, replica).adminPort;
  }

  async close(): Promise<void> {
    await this.leave();
    for (const close of [...this.closers].reverse()) await close();
  }

  private child(service: Service, replica: number): ServiceChild {
    const found = this.children.find((child) => child.service === service && child.replica === replica);
    if (!found) throw new Error(`The house has no ${service}-${replica}.`);
    return found;
  }
}

/** Boots a house: throw-away servers, rooms migrated, the movable clock, eight services, organizations with keys. */
export function openHouse(options?: HouseOptions): Promise<House> {
  return House.open(options);
}

type Maker = (
  at: HouseAddresses,
  children: ServiceChild[],
  reached: string[],
  closers: (() => Promise<void>)[],
) => House;

async function open(options: HouseOptions, closers: (() => Promise<void>)[], make: Maker): Promise<House> {
  const { replicas = 1, more = {}, env: extra = {}, name = `house-${process.pid}` } = options;
  const [bundle, infrastructure, engine] = await Promise.all([
    buildBundle(),
    openServers(closers),
    openEngine(closers),
  ]);
  const { adminUrl, natsControl, postgresControl } = infrastructure.at;
  const logs = join(workspaceRoot, '.state/e2e', name);
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const base = {
    ...baseEnvironment(infrastructure.env, options.engines ?? enginesOf(engine, options.entries)),
    ...extra,
  };
  const [migrated] = await Promise.all([collect([bundle, 'migrate'], base), installClock(adminUrl)]);
  if (migrated.code !== 0) throw new Error(`The rooms cannot be migrated: ${migrated.stderr}`);

  const ports = await gatewayPorts(replicas);
  const reached: string[] = [];
  const children = services.flatMap((service) =>
    Array.from({ length: replicas + (more[service] ?? 0) }, (_, replica) => {
      const env = serviceEnvironmentOf(service, replica, ports[replica] ?? 0, base);
      const log = join(logs, `${service}-${replica}.log`);
      return new ServiceChild(service, replica, bundle, env, log, (point) => reached.push(point));
    }),
  );
  closers.push(async () => {
    await Promise.all(children.map((child) => child.stop()));
  });
  const gatewayEnv = serviceEnvironmentOf('gateway', 0, 0, base);
  const [keys] = await Promise.all([makeKeys(new Operator(bundle, gatewayEnv)), startAll(children)]);
  const adminPorts = Object.fromEntries(
    services.map((one) => [one, children.filter(({ service }) => service === one).map(({ adminPort }) => adminPort)]),
  );
  const baseUrls = ports.map((port) => `http://127.0.0.1:${port}/v1`);
  const servers = { adminUrl, natsControl, postgresControl };
  return make(
    { ...servers, baseUrls, keys, engineUrl: engine, bundle, gatewayEnv, adminPorts },
    children,
    reached,
    closers,
  );
}

async function openServers(closers: (() => Promise<void>)[]) {
  // The users of production: a message that the catalogue does not permit must fail here too.
  const users = busUsers().map(({ service, permissions }) => busUser(service, `test-${service}`, permissions));
  const infrastructure: TestInfrastructure = await openTestInfrastructure(join(workspaceRoot, '.state'), users);
  closers.push(() => infrastructure.stop());
  const { postgres, nats } = infrastructure.infrastructure;
  if (!postgres.control || !nats.control) {
    throw new Error('A house kills its servers, so it needs its own: unset DATABASE_URL and NATS_URL.');
  }
  const at = {
    adminUrl: infrastructure.env['TEST_DATABASE_URL'],
    natsControl: nats.control,
    postgresControl: postgres.control,
  };
  return { at, env: infrastructure.env };
}

async function openEngine(closers: (() => Promise<void>)[]): Promise<string> {
  const sim = await startSim({ control: true });
  closers.push(() => sim.close());
  const tap = await EngineTap.open(sim.url);
  closers.push(() => tap.close());
  return tap.url;
}

async function gatewayPorts(replicas: number): Promise<number[]> {
  const ports: number[] = [];
  for (let i = 0; i < replicas; i++) ports.push(await freePort());
  return ports;
}

/** The gateway last, and the rest in twos: two cores boot no faster when all ask at once. */
async function startAll(children: ServiceChild[]): Promise<void> {
  const started = await Promise.allSettled(children.map((child) => child.start()));
  for (const one of started) if (one.status === 'rejected') throw one.reason;
}

async function makeKeys(operator: Operator): Promise<HouseAddresses['keys']> {
  // Stories ask as fast as the machine lets them: only those about limits have the specification's limits.
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
