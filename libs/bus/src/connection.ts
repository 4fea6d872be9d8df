import { Participant, Service } from '@app/contracts';
import { inboxOf } from '@app/contracts/catalogue';
import { Logger } from '@app/observability';
import { StreamBounds, defaultBounds } from './stream-bounds';
import { JetStreamClient, JetStreamManager, NatsConnection } from 'nats';
import { Listeners } from './listeners';
import { BusLogin, loginOptions } from './login';
import { connectSafely } from './transport';

export interface BusOptions<S extends Participant = Service> extends BusLogin {
  /** One address, or those of several servers of a cluster: it takes any that answers. */
  url: string | readonly string[];
  service: S;
  replica: string;
  logger: Logger;
  /** Whether it gives up when no server takes the first connection; a service goes on trying. */
  isOnce?: boolean;
  /** How long the server may take to greet a connection before another is tried; milliseconds, 5,000 when left out. */
  greetedWithinMs?: number;
  /** Bounds of the streams that this service creates. */
  bounds?: StreamBounds;
}

/** The server must accept messages of this size. A response holds at most 8 MiB of documents. */
export const payloadLimitBytes = 16 * 1024 * 1024;

const greetedWithinMs = 5000;

/** How long requests wait for a connection that broke: longer than the server takes to restart; milliseconds. */
const patienceMs = 2000;

/** The one NATS connection of a process. It reconnects without end and keeps its subscriptions. */
export class BusConnection<S extends Participant = Service> {
  private constructor(
    readonly nc: NatsConnection,
    readonly js: JetStreamClient,
    readonly jsm: JetStreamManager,
    readonly service: S,
    readonly name: string,
    readonly logger: Logger,
    readonly bounds: StreamBounds,
  ) {
    this.listeners = new Listeners(this);
  }

  /** @throws Error in one sentence: the server is too old, its payload limit too small, or credentials cannot be read */
  static async open<S extends Participant = Service>(options: BusOptions<S>): Promise<BusConnection<S>> {
    const name = `${options.service}-${options.replica}`;
    const nc = await connectSafely({
      servers: [options.url].flat(),
      ...loginOptions(options),
      name,
      inboxPrefix: inboxOf(options.service),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
      reconnectJitter: 100,
      waitOnFirstConnect: !options.isOnce,
      // Otherwise the client makes an Error for each request to keep its stack; that was the third largest cost of judging.
      noAsyncTraces: true,
      timeout: options.greetedWithinMs ?? greetedWithinMs,
      pingInterval: 5000,
      maxPingOut: 2,
    });
    assertServer(nc);
    const jsm = await nc.jetstreamManager({ checkAPI: false, timeout: 5000 });
    const connection = new BusConnection<S>(
      nc,
      nc.jetstream({ timeout: 5000 }),
      jsm,
      options.service,
      name,
      options.logger,
      options.bounds ?? defaultBounds,
    );
    void connection.watch();
    return connection;
  }

  /**
   * Runs a request, and ends its wait when the connection has been down for two seconds: a reply would come on a connection
   * that nobody knows when to have again.
   * @param lost makes what is thrown then
   */
  async runWhileUp<T>(request: () => Promise<T>, lost: () => Error): Promise<T> {
    let waiter: (() => void) | undefined;
    const down = new Promise<never>((_, reject) => {
      waiter = () => reject(lost());
      if (this.isGone) waiter();
      else this.waiters.add(waiter);
    });
    try {
      return await Promise.race([request(), down]);
    } finally {
      this.waiters.delete(waiter!);
    }
  }

  /** Calls `lost` each time that requests under way get no reply any more: the connection has been down for two seconds, or ends. */
  onLost(lost: () => void): void {
    this.onLostCalls.add(lost);
    void this.nc.closed().then(lost);
  }

  /** Calls `back` each time that a broken connection works again. */
  onBack(back: () => void): void {
    this.onBackCalls.add(back);
  }

  /**
   * Calls `refused` with each subject that the server does not let this process hear. A server that reads narrower rights names
   * no queue group, and the client then tells no subscription.
   */
  onRefused(refused: (subject: string) => void): void {
    this.onRefusedCalls.add(refused);
  }

  /** Down for longer than a restart of the server takes. */
  get isLost(): boolean {
    return this.isGone;
  }

  get connected(): boolean {
    return this.nc.isClosed() ? false : this.isUp;
  }

  async close(): Promise<void> {
    clearTimeout(this.goneTimer);
    if (!this.nc.isClosed()) await this.nc.drain();
  }

  /** How often the connection broke since it was opened. */
  interruptions = 0;
  private isUp = true;
  private isGone = false;
  /** Listeners of the subjects that this process hears. */
  readonly listeners: Listeners;
  private readonly waiters = new Set<() => void>();
  private readonly onLostCalls = new Set<() => void>();
  private readonly onBackCalls = new Set<() => void>();
  private readonly onRefusedCalls = new Set<(subject: string) => void>();
  private goneTimer: NodeJS.Timeout | undefined;

  private giveUp(): void {
    this.isGone = true;
    this.waiters.forEach((waiter) => waiter());
    this.waiters.clear();
    this.onLostCalls.forEach((lost) => lost());
  }

  private comeBack(): void {
    clearTimeout(this.goneTimer);
    this.goneTimer = undefined;
    this.isUp = true;
    this.isGone = false;
    this.onBackCalls.forEach((back) => back());
  }

  private async watch(): Promise<void> {
    for await (const status of this.nc.status()) {
      if (status.type === 'disconnect') {
        this.isUp = false;
        this.interruptions += 1;
        this.goneTimer ??= setTimeout(() => this.giveUp(), patienceMs);
      }
      if (status.type === 'reconnect') this.comeBack();
      if (status.type === 'disconnect' || status.type === 'reconnect')
        this.logger.warn({ bus: status.type }, 'bus connection');
      if (status.type === 'error') {
        const { data, permissionContext: refused } = status;
        this.logger.error({ bus: data, ...(refused && { refused }) }, 'the bus reported an error');
        if (refused?.operation === 'subscription') this.onRefusedCalls.forEach((call) => call(refused.subject));
      }
    }
  }
}

function assertServer(nc: NatsConnection): void {
  const { version, max_payload: limit } = nc.info ?? { version: '0.0.0', max_payload: 0 };
  const [major, minor] = version.split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 9)) throw new Error(`NATS ${version} is too old; run 2.9 or newer.`);
  if (limit < payloadLimitBytes) {
    throw new Error(`NATS accepts ${limit} bytes a message; set max_payload to at least ${payloadLimitBytes}.`);
  }
}
