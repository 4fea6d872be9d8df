import { Service } from '@app/contracts';
import { NatsControl, deleteNatsStore, killNats, killPostgres, restartNats, restartPostgres } from '@app/local';
import { runNats, runPostgres, stopNats } from '@app/local';
import { join } from 'node:path';
import { bootHouse } from '../house/boot-house';
import { HouseAddresses } from '../house/house-addresses';
import { HouseOptions } from '../house/house-options';
import { RunningHouse, signalNats } from '../house/running-house';
import { KillOrder } from '../process/protocol';
import { workspaceRoot } from '../process/workspace';
import { KeeperOrders, NatsOrder, PostgresOrder, ServiceOrder } from './keeper-orders';

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
export type Kept = Pick<RunningHouse, keyof RunningHouse>;

/**
 * Keeps at most one stack, for the test files of one Jest worker: files that want the same configuration share it one
 * after the other, another configuration takes its place. So there are never more stacks than workers.
 */
export class Keeper implements KeeperOrders {
  /** Where this keeper is asked; it goes out with the addresses of each stack. */
  url = '';
  private kept?: { key: string; house: Kept };
  private last: Promise<unknown> = Promise.resolve();

  /** @param name the worker's; part of the names of folders */
  constructor(
    private readonly name: string,
    private readonly boot: (options: HouseOptions, logs: string) => Promise<Kept> = bootHouse,
  ) {}

  open(options: HouseOptions): Promise<HouseAddresses> {
    return this.inTurn(async () => {
      const key = JSON.stringify(options);
      if (this.kept?.key === key && this.kept.house.isWhole) {
        // What a failed test may have left behind.
        await this.kept.house.settle();
      } else {
        await this.end();
        const logs = join(workspaceRoot, '.state/e2e', `${options.name}-${this.name}`);
        this.kept = { key, house: await this.boot(options, logs) };
      }
      return { ...this.house.at, keeperUrl: this.url };
    });
  }

  close(): Promise<void> {
    return this.inTurn(() => this.end());
  }

  async nats(order: NatsOrder): Promise<void> {
    await natsOrders[order](this.house.nats);
  }

  async postgres(order: PostgresOrder): Promise<void> {
    await postgresOrders[order](this.house.postgres);
  }

  async service(order: ServiceOrder, service: Service, replica: number): Promise<void> {
    await this.house.child(service, replica)[order]();
  }

  async arm(kill: KillOrder, service: Service, replica: number): Promise<void> {
    await this.house.child(service, replica).arm(kill);
  }

  async isRunning(service: Service, replica: number): Promise<boolean> {
    return this.house.child(service, replica).isRunning;
  }

  async adminPort(service: Service, replica: number): Promise<number> {
    return this.house.child(service, replica).adminPort;
  }

  async reached(point: string): Promise<number> {
    return this.house.reached(point);
  }

  private get house(): Kept {
    if (!this.kept) throw new Error('This keeper has no stack open.');
    return this.kept.house;
  }

  private async end(): Promise<void> {
    const { kept } = this;
    this.kept = undefined;
    await kept?.house.close();
  }

  /** A file whose set-up ran out of time may have left its stack half open: the next file waits for that one. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
