import { Service, services } from '@app/contracts';
import { NatsControl, deleteNatsStore, killNats, killPostgres, restartNats, restartPostgres } from '@app/servers';
import { archiveFolder, archiveWal, restoreBackup, runNats, runPostgres, stopNats, takeBaseBackup } from '@app/servers';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bootStack } from '../stack/boot-stack';
import { KeptStream } from '../stack/nats-cluster';
import { fits } from '../stack/stack-needs';
import { StackAddresses } from '../stack/stack-addresses';
import { bundleOf } from '../stack/bundle';
import { Build, StackOptions } from '../stack/stack-options';
import { RunningStack, signalNats } from '../stack/running-stack';
import { KillOrder } from '../process/protocol';
import type { OperatorReply } from '../process/run-operator';
import { CommitFault } from '../proxy/postgres-proxy';
import {
  BackupOrder,
  KeeperOrders,
  NatsOrder,
  PostgresOrder,
  ProxyOrder,
  ServiceOrder,
  StandbyOrder,
} from '../stack/keeper-orders';
import { Opening, logFolder, noteOpening } from './openings';

const natsOrders: Record<NatsOrder, (nats: NatsControl) => Promise<void> | void> = {
  pause: (nats) => signalNats(nats, 'SIGSTOP'),
  resume: (nats) => signalNats(nats, 'SIGCONT'),
  stop: stopNats,
  kill: killNats,
  start: runNats,
  restart: restartNats,
  deleteStore: deleteNatsStore,
};
const postgresOrders = { kill: killPostgres, start: runPostgres, restart: restartPostgres };

/** What a keeper needs of a stack. */
export type Kept = Pick<RunningStack, keyof RunningStack>;

/**
 * Keeps at most one stack, for the test files of one Jest worker: a file takes the one that stands when that is what it needs,
 * whichever file opened it; else a new one takes its place. So there are never more stacks than workers.
 */
export class Keeper implements KeeperOrders {
  /** Where this keeper is asked; it goes out with the addresses of each stack. */
  url = '';
  private kept?: Kept;
  private last: Promise<unknown> = Promise.resolve();

  /** @param name the worker's; part of the names of folders */
  constructor(
    private readonly name: string,
    private readonly boot: (options: StackOptions, logs: string) => Promise<Kept> = bootStack,
    private readonly tell: (opening: Opening) => void = noteOpening,
  ) {}

  open(options: StackOptions): Promise<StackAddresses> {
    return this.inTurn(async () => {
      let aheadMs = 0;
      const standing = await this.kept?.standing();
      if (this.kept && standing && fits(standing, options)) {
        ({ aheadMs } = standing);
        // What the file before may have left behind.
        await this.kept.settle();
        await this.kept.configure(options.settings);
      } else {
        await this.end();
        const begunMs = Date.now();
        this.kept = await this.boot(options, join(logFolder, `stack-${this.name}`));
        this.tell({ keeper: this.name, file: options.name, seconds: (Date.now() - begunMs) / 1_000 });
      }
      return { ...this.kept.at, aheadMs, keeperUrl: this.url };
    });
  }

  async close(): Promise<void> {
    await this.inTurn(() => this.end());
  }

  async nats(order: NatsOrder, server: number): Promise<void> {
    await natsOrders[order](this.stack.nats(server));
  }

  natsStreams(): Promise<KeptStream[]> {
    return this.stack.natsCluster.streams();
  }

  async postgres(order: PostgresOrder): Promise<void> {
    await postgresOrders[order](this.stack.postgres);
  }

  async backup(order: BackupOrder): Promise<void> {
    const { postgres } = this.stack;
    const { wal, base } = this.backupFolders;
    if (order === 'take') {
      // The one of a file before, which had the stack too.
      rmSync(base, { recursive: true, force: true });
      return takeBaseBackup(postgres.bin, postgres.adminUrl, base);
    }
    await archiveWal(postgres.adminUrl, archiveFolder(wal, postgres.account));
    await restartPostgres(postgres);
  }

  async restore(at: string | null): Promise<void> {
    const { wal, base } = this.backupFolders;
    await restoreBackup(this.stack.postgres, { from: base, wal, at: at ?? undefined });
  }

  async standby(order: StandbyOrder): Promise<void> {
    await (order === 'takeOver' ? this.stack.failOver() : this.stack.standby[order]());
  }

  async service(order: ServiceOrder, service: Service, replica: number): Promise<void> {
    await this.stack.child(service, replica)[order]();
  }

  async build(build: Build, service: Service, replica: number): Promise<void> {
    this.stack.child(service, replica).bundle = bundleOf(build);
  }

  async migrate(build: Build): Promise<void> {
    await this.stack.migrate(build);
  }

  operate(commands: string[][]): Promise<OperatorReply[]> {
    return this.stack.operate(commands);
  }

  async arm(kill: KillOrder, service: Service, replica: number): Promise<void> {
    await this.stack.child(service, replica).arm(kill);
  }

  async postgresProxy(order: ProxyOrder, service?: Service): Promise<void> {
    for (const one of service ? [service] : services) this.stack.proxy(one)[order]();
  }

  async breakCommit(service: Service, mark: string, fault: CommitFault): Promise<void> {
    this.stack.proxy(service).breakCommit(mark, fault);
  }

  async brokenCommits(service: Service): Promise<number> {
    return this.stack.proxy(service).brokenCommits;
  }

  async stepClock(ms: number, service: Service, replica: number): Promise<void> {
    await this.stack.child(service, replica).stepClock(ms);
  }

  async isRunning(service: Service, replica: number): Promise<boolean> {
    return this.stack.host(service, replica).isRunning;
  }

  async adminPort(service: Service, replica: number): Promise<number> {
    return this.stack.host(service, replica).adminPortOf(service);
  }

  async reached(point: string): Promise<number> {
    return this.stack.reached(point);
  }

  private get stack(): Kept {
    if (!this.kept) throw new Error('This keeper has no stack open.');
    return this.kept;
  }

  /** Beside the data, so that they go with the stack. */
  private get backupFolders(): { wal: string; base: string } {
    const folder = dirname(this.stack.postgres.dataDir);
    return { wal: join(folder, 'wal'), base: join(folder, 'base') };
  }

  private async end(): Promise<void> {
    const { kept } = this;
    this.kept = undefined;
    await kept?.close();
  }

  /** A file whose set-up ran out of time may have left its stack half open: the next file waits for that one. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
