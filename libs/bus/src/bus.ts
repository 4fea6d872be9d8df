import { BroadcastMessage, durableName, filterOf } from '@app/contracts';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { Call } from './call';
import { RequestServer } from './request-server';
import { BusConnection } from './connection';
import { Consumer, consumerMetrics } from './consumer';
import { DeadLetters } from './dead-letters';
import { measureDurables } from './durable-gauges';
import { Redriver } from './redriver';
import { Relay } from './relay/relay';
import { Requester } from './requester';
import { Consuming, Entry } from './table';

/** The messages of one service: it sends and serves requests, publishes and consumes facts, and broadcasts. */
export class Bus {
  readonly requester: Requester;
  readonly relay: Relay;
  private readonly server: RequestServer;
  private readonly dead: DeadLetters;
  private readonly redriver: Redriver;
  private consumers: Consumer[] = [];

  constructor(
    readonly connection: BusConnection,
    database: Database,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.requester = new Requester(connection, metrics);
    this.relay = new Relay(connection, database, logger, metrics);
    this.server = new RequestServer(connection, logger, metrics);
    this.dead = new DeadLetters(database);
    this.redriver = new Redriver(this.dead, logger, metrics);
    measureDurables(metrics, connection, () => this.consumers.map(({ durable }) => durable));
  }

  /** Starts the relay, the request handlers, the consumers of facts and the redriver of dead facts. */
  async serve(table: Entry[]): Promise<void> {
    await this.relay.start();
    const counters = consumerMetrics(this.metrics);
    const consuming = new Map<string, Consuming>();
    for (const entry of table) {
      if (entry.kind !== 'on') {
        this.server.serve(entry);
        continue;
      }
      const { service } = this.connection;
      const durable = {
        name: durableName(entry.message, service),
        consumer: service,
        stream: entry.message.stream,
        filter: filterOf(entry.message, service),
      };
      consuming.set(durable.name, entry);
      this.consumers.push(new Consumer(this.connection, this.dead, durable, entry, this.logger, counters));
    }
    this.consumers.forEach((consumer) => consumer.start());
    this.redriver.start(consuming);
  }

  /** Sends a message to every process that subscribes now. A message may be lost. */
  broadcast<P extends object>(message: BroadcastMessage<P>, payload: P): void {
    if (this.connection.connected) this.connection.nc.publish(message.subject, JSON.stringify(payload));
  }

  /** Runs `work` for each broadcast, in every process of the service. */
  onBroadcast<P extends object>(message: BroadcastMessage<P>, work: (payload: P) => void): void {
    this.connection.listeners.listen(message.subject, (received) => work(received.json<P>()));
  }

  /**
   * Waits, before work that may make a large reply, until less than 4 MiB of replies to the caller's organization are held
   * here and few of its calls make one. The call is one of them until it is answered.
   * @param most calls of the organization that make a large reply at once, three when left out
   * @throws Problem `unavailable` when that is not so before the call's deadline
   */
  waitForRoom(call: Call, most?: number): Promise<void> {
    return this.server.waitForRoom(call, most);
  }

  /** Takes no new work, finishes the work under way, stops the relay and closes the connection. */
  async drain(): Promise<void> {
    await this.server.drain();
    await Promise.all([this.redriver.stop(), ...this.consumers.map((consumer) => consumer.stop())]);
    this.consumers = [];
    await this.relay.stop();
    await this.connection.close();
  }
}
