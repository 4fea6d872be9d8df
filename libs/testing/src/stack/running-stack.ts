import { Service } from '@app/contracts';
import { NatsControl, PostgresControl, natsPid } from '@app/local';
import { PostgresProxy } from '../proxy/postgres-proxy';
import { StackAddresses } from './stack-addresses';
import { ServiceChild } from './service-child';
import { Build } from './stack-options';

export interface StackParts {
  at: Omit<StackAddresses, 'keeperUrl'>;
  nats: NatsControl;
  postgres: PostgresControl;
  /** Before Postgres, one a service; none unless the stack's options ask for them. */
  proxies: ReadonlyMap<Service, PostgresProxy>;
  children: ServiceChild[];
  /** Names of kill points, one entry each time that one was reached while it was armed. */
  reached: string[];
  /** Brings the schemas to what a build knows. */
  migrate: (by: Build) => Promise<void>;
  /** What ends the parts, in the order in which they were started. */
  closers: (() => Promise<void>)[];
}

/** A stack in the process that started it, which alone can end its parts and start them again. */
export class RunningStack {
  constructor(private readonly parts: StackParts) {}

  get at(): StackParts['at'] {
    return this.parts.at;
  }

  get nats(): NatsControl {
    return this.parts.nats;
  }

  get postgres(): PostgresControl {
    return this.parts.postgres;
  }

  /** Whether every process runs, and NATS. */
  get isWhole(): boolean {
    return natsPid(this.nats) !== undefined && this.parts.children.every((child) => child.isRunning);
  }

  /** @throws when there is no such replica */
  child(service: Service, replica: number): ServiceChild {
    const found = this.parts.children.find((child) => child.service === service && child.replica === replica);
    if (!found) throw new Error(`The stack has no ${service}-${replica}.`);
    return found;
  }

  /** What stands between a service and Postgres. @throws when the stack was opened without proxies */
  proxy(service: Service): PostgresProxy {
    const found = this.parts.proxies.get(service);
    if (!found) throw new Error('Open the stack with `postgresProxies`.');
    return found;
  }

  /** How often a kill point was reached while it was armed. */
  reached(point: string): number {
    return this.parts.reached.filter((one) => one === point).length;
  }

  migrate(by: Build): Promise<void> {
    return this.parts.migrate(by);
  }

  /** Takes back what a failed test may have left: armed kill points, a NATS that stands still, frozen proxies. */
  async settle(): Promise<void> {
    signalNats(this.nats, 'SIGCONT');
    this.parts.proxies.forEach((proxy) => proxy.thaw());
    await Promise.all(this.parts.children.map((child) => child.disarm()));
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
