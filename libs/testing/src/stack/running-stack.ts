import { Service } from '@app/contracts';
import { NatsControl, PostgresControl, natsPid } from '@app/servers';
import { isDeepStrictEqual } from 'node:util';
import { clockAhead } from '../clock/clock';
import { PostgresProxy } from '../proxy/postgres-proxy';
import type { KeptOperator } from './kept-operator';
import { NatsCluster } from './nats-cluster';
import type { Operate } from './operate-once';
import type { StackAddresses } from './stack-addresses';
import { ServiceChild, together } from './service-child';
import type { StackEngine } from './stack-engine';
import { Standing, settingsFor } from './stack-needs';
import type { Build, ServiceSettings, StackForm } from './stack-options';
import { startAll } from './start-all';
import { StandbyServer } from './standby-server';

export interface StackParts {
  at: Omit<StackAddresses, 'keeperUrl' | 'aheadMs'>;
  form: StackForm;
  hasProcesses: boolean;
  engine: StackEngine;
  /** One server, or those of a cluster. */
  nats: readonly NatsControl[];
  cluster?: NatsCluster;
  postgres: PostgresControl;
  /** Before Postgres, one a service; none unless the stack's options ask for them. */
  proxies: ReadonlyMap<Service, PostgresProxy>;
  /** Waited for at each commit; none unless the stack's options ask for it. */
  standby?: StandbyServer;
  children: ServiceChild[];
  /** Names of kill points, one entry each time that one was reached while it was armed. */
  reached: string[];
  /** Brings the schemas to what a build knows. */
  migrate: (by: Build) => Promise<void>;
  /** Its process, and what has it run commands. */
  operator: KeptOperator;
  operate: Operate;
  /** What ends the parts, in the order in which they were started. */
  closers: (() => Promise<void>)[];
}

/** A stack in the process that started it, which alone can end its parts and start them again. */
export class RunningStack {
  constructor(private readonly parts: StackParts) {}

  get at(): StackParts['at'] {
    return this.parts.at;
  }

  /** A server of NATS, counted from 0. @throws when there is no such server */
  nats(server: number): NatsControl {
    const found = this.parts.nats[server];
    if (!found) throw new Error(`The stack has no NATS server ${server}.`);
    return found;
  }

  /** @throws when the stack was opened without a cluster */
  get natsCluster(): NatsCluster {
    if (!this.parts.cluster) throw new Error('Open the stack with `natsCluster`.');
    return this.parts.cluster;
  }

  get postgres(): PostgresControl {
    return this.parts.postgres;
  }

  /** What it is, for a file that would take it; undefined when a process or a server of it has ended. */
  async standing(): Promise<Standing | undefined> {
    const { form, hasProcesses, nats, children } = this.parts;
    const run = nats.every((server) => natsPid(server) !== undefined) && children.every((child) => child.isRunning);
    if (!run) return undefined;
    // Postgres answers, or it has ended.
    return clockAhead(this.at.adminUrl).then(
      (aheadMs) => ({ form, hasProcesses, aheadMs }),
      () => undefined,
    );
  }

  /** The process in which a replica runs, which may be that of all. @throws when there is no such replica */
  host(service: Service, replica: number): ServiceChild {
    const found = this.parts.children.find(
      (child) => (child.service === service || child.service === together) && child.replica === replica,
    );
    if (!found) throw new Error(`The stack has no ${service}-${replica}.`);
    return found;
  }

  /** The process of a replica alone. @throws when the stack was opened without */
  child(service: Service, replica: number): ServiceChild {
    const found = this.host(service, replica);
    if (found.service === together) throw new Error('Open the stack with `processes`.');
    return found;
  }

  /** What stands between a service and Postgres. @throws when the stack was opened without proxies */
  proxy(service: Service): PostgresProxy {
    const found = this.parts.proxies.get(service);
    if (!found) throw new Error('Open the stack with `postgresProxies`.');
    return found;
  }

  /** @throws when the stack was opened without a standby */
  get standby(): StandbyServer {
    if (!this.parts.standby) throw new Error('Open the stack with `postgresStandby`.');
    return this.parts.standby;
  }

  /** The primary is lost, the standby promoted, and every address leads to it. */
  async failOver(): Promise<void> {
    const port = await this.standby.takeOver(this.postgres);
    this.parts.proxies.forEach((proxy) => proxy.moveTo(port));
  }

  /** How often a kill point was reached while it was armed. */
  reached(point: string): number {
    return this.parts.reached.filter((one) => one === point).length;
  }

  operate(...given: Parameters<Operate>): ReturnType<Operate> {
    return this.parts.operate(...given);
  }

  migrate(by: Build): Promise<void> {
    return this.parts.migrate(by);
  }

  /** Takes back what a file may have left: kill points, commands under way, a NATS that stands still, frozen proxies, an engine's faults. */
  async settle(): Promise<void> {
    this.parts.engine.settle();
    this.parts.nats.forEach((server) => signalNats(server, 'SIGCONT'));
    this.parts.proxies.forEach((proxy) => proxy.thaw());
    await Promise.all([this.parts.operator.settle(), ...this.parts.children.map((child) => child.disarm())]);
  }

  /** Gives the services these settings, and starts those anew that run with others. */
  async configure(settings?: ServiceSettings): Promise<void> {
    const changed = this.parts.children.filter((child) => {
      const wanted = child.service === together ? {} : settingsFor(child.service, settings);
      if (isDeepStrictEqual(child.settings, wanted)) return false;
      child.settings = wanted;
      return true;
    });
    await Promise.all(changed.map((child) => child.stop()));
    await startAll(changed);
  }

  async close(): Promise<void> {
    for (const close of [...this.parts.closers].reverse()) await close();
  }
}

/** @throws when the server does not run */
export function signalNats(nats: NatsControl, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const pid = natsPid(nats);
  if (pid === undefined) throw new Error('nats-server does not run.');
  process.kill(pid, signal);
}
