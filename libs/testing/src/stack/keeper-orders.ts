import type { Service } from '@app/contracts';
import type { CommitFault } from '../proxy/postgres-proxy';
import type { KillOrder } from '../process/protocol';
import type { OperatorReply } from '../process/run-operator';
import type { KeptStream } from './nats-cluster';
import type { StackAddresses } from './stack-addresses';
import type { Build, StackOptions } from './stack-options';

/** `pause`: connections stay open and nothing answers, until `resume`. */
export type NatsOrder = 'pause' | 'resume' | 'stop' | 'kill' | 'start' | 'restart' | 'deleteStore';
/** `kill`: immediate stop, as after a power cut. */
export type PostgresOrder = 'kill' | 'start' | 'restart';
/** `archive`: keeps the log from now on, with a restart; `take`: a base backup; only one of each. */
export type BackupOrder = 'archive' | 'take';
export type StandbyOrder = 'stop' | 'start' | 'takeOver';
/** `kill`: SIGKILL; `stop`: SIGTERM; `terminate`: SIGTERM, and it must end in order; `untilGone` resolves when the process has ended by itself, at a kill point; `untilReady` when it can work. */
export type ServiceOrder =
  'kill' | 'stop' | 'terminate' | 'start' | 'untilReady' | 'untilGone' | 'disarm' | 'collectGarbage';

/** `freeze`: nothing comes through any more; `thaw`: it does again, on new connections. */
export type ProxyOrder = 'freeze' | 'thaw';

/** What a test's process may ask of the process that keeps its stack; each method is one request over HTTP. */
export interface KeeperOrders {
  /** The stack of these options: the one that stands when it has the same ones and is whole, else a new one. */
  open(options: StackOptions): Promise<StackAddresses>;
  close(): Promise<void>;
  /** @param server of a cluster, counted from 0 */
  nats(order: NatsOrder, server: number): Promise<void>;
  /** The streams as a cluster keeps them. */
  natsStreams(): Promise<KeptStream[]>;
  postgres(order: PostgresOrder): Promise<void>;
  backup(order: BackupOrder): Promise<void>;
  /** Puts the backup in the place of a Postgres that was killed. @param at RFC 3339; null replays all of the log */
  restore(at: string | null): Promise<void>;
  /** The standby of a stack that was opened with one: `stop` and `start`; `takeOver` after the primary's SIGKILL. */
  standby(order: StandbyOrder): Promise<void>;
  service(order: ServiceOrder, service: Service, replica: number): Promise<void>;
  /** Which build a process runs from its next start on. */
  build(build: Build, service: Service, replica: number): Promise<void>;
  migrate(build: Build): Promise<void>;
  /** Runs operator's commands of the gateway, one after another. @returns a reply for each */
  operate(commands: string[][]): Promise<OperatorReply[]>;
  arm(kill: KillOrder, service: Service, replica: number): Promise<void>;
  /** @param service left out: those of all services */
  postgresProxy(order: ProxyOrder, service?: Service): Promise<void>;
  breakCommit(service: Service, mark: string, fault: CommitFault): Promise<void>;
  brokenCommits(service: Service): Promise<number>;
  /** The machine's clock is off by so many milliseconds in one process, until it ends or is given another number. */
  stepClock(ms: number, service: Service, replica: number): Promise<void>;
  isRunning(service: Service, replica: number): Promise<boolean>;
  /** Port of health and metrics; another one after each start. */
  adminPort(service: Service, replica: number): Promise<number>;
  /** How often a kill point was reached while it was armed. */
  reached(point: string): Promise<number>;
}
