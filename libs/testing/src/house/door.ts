import { NatsControl, PostgresControl, deleteNatsStore, killNats, killPostgres, natsPid } from '@app/local';
import { restartNats, restartPostgres, runNats, runPostgres, stopNats } from '@app/local';
import { Client } from 'pg';
import { setClock } from '../clock/clock';
import { EngineDoor } from '../engine/engine-door';
import { Api, ApiOptions, ApiReply, Json, Method } from './api';
import { Operator } from './operator';

/** All that a story needs to reach a house which another process holds. */
export interface HouseAddresses {
  /** One a gateway, ending in /v1. */
  baseUrls: string[];
  /** Keys of organization `acme` (plan scale), and one of organization `other`. */
  keys: { rw: string; rw2: string; ro: string; other: string };
  engineUrl: string;
  /** Administrator's address of the database. */
  adminUrl: string;
  natsControl: NatsControl;
  postgresControl: PostgresControl;
  /** Where the operator's commands run. */
  bundle: string;
  gatewayEnv: Record<string, string>;
  /** Ports of health and metrics by service, one a replica, as of the start. */
  adminPorts: Record<string, number[]>;
}

/** The public doors of a house, and the hands on its servers. */
export class HouseDoor {
  readonly apis: Api[];
  readonly engine: EngineDoor;
  readonly operator: Operator;
  private turn = 0;

  constructor(readonly at: HouseAddresses) {
    this.apis = at.baseUrls.map((url) => new Api(url, at.keys.rw));
    this.engine = new EngineDoor(at.engineUrl);
    this.operator = new Operator(at.bundle, at.gatewayEnv);
  }

  get keys(): HouseAddresses['keys'] {
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
    pause: () => this.signalNats('SIGSTOP'),
    resume: () => this.signalNats('SIGCONT'),
    stop: () => stopNats(this.at.natsControl),
    kill: () => killNats(this.at.natsControl),
    start: () => runNats(this.at.natsControl),
    restart: () => restartNats(this.at.natsControl),
    deleteStore: () => deleteNatsStore(this.at.natsControl),
  };

  readonly postgres = {
    /** Immediate stop, as after a power cut. */
    kill: () => killPostgres(this.at.postgresControl),
    start: () => runPostgres(this.at.postgresControl),
    restart: () => restartPostgres(this.at.postgresControl),
  };

  /** Moves the clock of the database and of every service, in milliseconds ahead of real time. */
  setClock(ms: number): Promise<void> {
    return setClock(this.at.adminUrl, ms);
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

  /** The Prometheus page of one process. */
  async metrics(service: string, replica = 0): Promise<string> {
    const reply = await fetch(`http://127.0.0.1:${this.adminPort(service, replica)}/metrics`);
    return reply.text();
  }

  protected adminPort(service: string, replica: number): number {
    return this.at.adminPorts[service][replica];
  }

  /** Lets go of connections; the house goes on. */
  async leave(): Promise<void> {
    await Promise.all(this.apis.map((api) => api.close()));
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

  private signalNats(signal: NodeJS.Signals): void {
    const pid = natsPid(this.at.natsControl);
    if (pid === undefined) throw new Error('nats-server does not run.');
    process.kill(pid, signal);
  }
}
