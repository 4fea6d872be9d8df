import type { Service } from '@app/contracts';
import { Client } from 'pg';
import { EngineDoor } from '../engine/engine-door';
import { eventually } from '../eventually';
import type { CommitFault } from '../proxy/postgres-proxy';
import type { KillOrder } from '../process/protocol';
import { Wire } from '../wire/wire';
import { Api, ApiOptions, ApiReply, Json, Method } from './api';
import { KeeperClient } from './keeper-client';
import type { StackAddresses } from './stack-addresses';
import type { Build } from './stack-options';
import { Operator } from './operator';

/** The public doors of a stack, and the hands on its processes and servers. */
export class StackClient {
  readonly apis: Api[];
  /** Null when the build's API document is another one. */
  readonly wire: Wire | null;
  readonly engine: EngineDoor;
  readonly operator: Operator;
  protected readonly keeper: KeeperClient;
  /** How far this file has moved the clock, in milliseconds. */
  protected movedMs = 0;
  private turn = 0;

  constructor(
    readonly at: StackAddresses,
    build: Build = 'this',
  ) {
    this.wire = build === 'this' ? new Wire() : null;
    this.apis = at.baseUrls.map((url) => new Api(url, at.keys.rw, this.wire));
    this.engine = new EngineDoor(at.engineUrl);
    this.keeper = new KeeperClient(at.keeperUrl);
    this.operator = new Operator(at.bundle, at.gatewayEnv, (commands) => this.keeper.ask('operate', commands));
  }

  /** The services' time, in milliseconds since 1970. */
  get nowMs(): number {
    return Date.now() + this.at.aheadMs + this.movedMs;
  }

  get keys(): StackAddresses['keys'] {
    return this.at.keys;
  }

  get baseUrls(): string[] {
    return this.at.baseUrls;
  }

  /** One call of the REST API, by turns over the gateways; past one that is not there, as a balancer does it. */
  async api<T = Json>(method: Method, path: string, body?: unknown, options?: ApiOptions): Promise<ApiReply<T>> {
    for (let passed = 1; ; passed += 1) {
      const api = this.apis[this.turn++ % this.apis.length];
      try {
        return await api.call<T>(method, path, body, options);
      } catch (error) {
        const refused = (error as { code?: string }).code === 'ECONNREFUSED';
        if (!refused || passed >= this.apis.length) throw error;
      }
    }
  }

  readonly nats = {
    /** SIGSTOP: connections stay open and nothing answers. */
    pause: (server = 0) => this.keeper.ask('nats', 'pause', server),
    resume: (server = 0) => this.keeper.ask('nats', 'resume', server),
    stop: (server = 0) => this.keeper.ask('nats', 'stop', server),
    kill: (server = 0) => this.keeper.ask('nats', 'kill', server),
    start: (server = 0) => this.keeper.ask('nats', 'start', server),
    restart: (server = 0) => this.keeper.ask('nats', 'restart', server),
    /** As a cluster keeps them. */
    streams: () => this.keeper.ask('natsStreams'),
    deleteStore: (server = 0) => this.keeper.ask('nats', 'deleteStore', server),
  };

  readonly postgres = {
    /** Immediate stop, as after a power cut. */
    kill: () => this.keeper.ask('postgres', 'kill'),
    start: () => this.keeper.ask('postgres', 'start'),
    restart: () => this.keeper.ask('postgres', 'restart'),
    /** Keeps the log from now on; Postgres restarts for it. */
    archive: () => this.keeper.ask('backup', 'archive'),
    takeBackup: () => this.keeper.ask('backup', 'take'),
    /** After `kill`. @param at RFC 3339: what was committed later is gone; null: nothing is */
    restore: (at: string | null) => this.keeper.ask('restore', at),
  };

  /** Of a stack that was opened with `postgresStandby`. */
  readonly standby = {
    stop: () => this.keeper.ask('standby', 'stop'),
    start: () => this.keeper.ask('standby', 'start'),
    /** SIGKILL to every process of the primary; the standby becomes the primary, and the addresses lead to it. */
    takeOver: () => this.keeper.ask('standby', 'takeOver'),
  };

  /** Between the services and Postgres, in a stack that was opened with `postgresProxies`. */
  readonly postgresProxy = {
    /** Every packet is dropped, on connections of before and on new ones. */
    freeze: (service?: Service) => this.keeper.ask('postgresProxy', 'freeze', service),
    thaw: (service?: Service) => this.keeper.ask('postgresProxy', 'thaw', service),
    /** Resets the connection on which the next transaction commits that carried `mark` in a statement or value. */
    breakCommit: (service: Service, mark: string, fault: CommitFault) =>
      this.keeper.ask('breakCommit', service, mark, fault),
    brokenCommits: (service: Service) => this.keeper.ask('brokenCommits', service),
  };

  readonly services = {
    /** SIGKILL. */
    kill: (service: Service, replica = 0) => this.keeper.ask('service', 'kill', service, replica),
    stop: (service: Service, replica = 0) => this.keeper.ask('service', 'stop', service, replica),
    /** SIGTERM. @throws when the process does not end by itself, in order and in time */
    terminate: (service: Service, replica = 0) => this.keeper.ask('service', 'terminate', service, replica),
    start: (service: Service, replica = 0) => this.keeper.ask('service', 'start', service, replica),
    /** Starts a process of a build, and resolves once it is ready for work. */
    run: async (build: Build, service: Service, replica = 0): Promise<void> => {
      await this.keeper.ask('build', build, service, replica);
      await this.keeper.ask('service', 'start', service, replica);
      await this.keeper.ask('service', 'untilReady', service, replica);
    },
    /** Resolves when the process has ended by itself, at a kill point. */
    untilGone: (service: Service, replica = 0) => this.keeper.ask('service', 'untilGone', service, replica),
    disarm: (service: Service, replica = 0) => this.keeper.ask('service', 'disarm', service, replica),
    arm: (service: Service, kill: KillOrder, replica = 0) => this.keeper.ask('arm', kill, service, replica),
    /** The machine's clock is off by so many milliseconds in one process; nothing else is. */
    stepClock: (service: Service, ms: number, replica = 0) => this.keeper.ask('stepClock', ms, service, replica),
    /** Leaves in the heap of a process only what something holds. */
    collectGarbage: (service: Service, replica = 0) => this.keeper.ask('service', 'collectGarbage', service, replica),
    isRunning: (service: Service, replica = 0) => this.keeper.ask('isRunning', service, replica),
  };

  /** Brings the schemas to what a build knows, as the set-up job of an upgrade does. */
  migrate(build: Build): Promise<void> {
    return this.keeper.ask('migrate', build);
  }

  /** How often a kill point was reached while it was armed. */
  reached(point: string): Promise<number> {
    return this.keeper.ask('reached', point);
  }

  async untilReached(point: string, limitMs = 15_000): Promise<void> {
    await eventually(async () => {
      if ((await this.reached(point)) === 0) throw new Error(`${point} was not reached.`);
    }, limitMs);
  }

  /** As the database's administrator: to hold rows, break a table or count; never to look where a public door does. */
  async sql<T extends object = Json>(text: string, params: unknown[] = []): Promise<T[]> {
    return this.withAdmin(async (admin) => (await admin.query<T>(text, params)).rows);
  }

  /** Runs SQL in a transaction that stays open while `work` runs, then takes it back. */
  async holding<T>(text: string, work: () => Promise<T>): Promise<T> {
    return this.withAdmin(async (admin) => {
      await admin.query(`begin; ${text}`);
      try {
        return await work();
      } finally {
        await admin.query('rollback');
      }
    });
  }

  /** Host and port at which one process serves its health and its metrics. */
  async adminAddress(service: Service, replica = 0): Promise<string> {
    return `127.0.0.1:${await this.keeper.ask('adminPort', service, replica)}`;
  }

  /** The Prometheus page of one process. */
  async metrics(service: Service, replica = 0): Promise<string> {
    const reply = await fetch(`http://${await this.adminAddress(service, replica)}/metrics`);
    return reply.text();
  }

  /** Lets go of connections; the stack goes on. @throws Error when a reply was not what the API document says */
  async leave(): Promise<void> {
    await Promise.all(this.apis.map((api) => api.close()));
    this.wire?.assertAllDocumented();
  }

  private async withAdmin<T>(work: (admin: Client) => Promise<T>): Promise<T> {
    const admin = new Client({ connectionString: this.at.adminUrl });
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.end();
    }
  }
}
