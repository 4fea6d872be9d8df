import { streams } from '@app/contracts/catalogue';
import { busMetrics } from '@app/metrics';
import { Logger, Loop, Metrics } from '@app/observability';
import { Database, Tx, killPoint } from '@app/persistence';
import { BusConnection } from '../connection';
import { ensureStream, ownedStreams } from '../streams';
import { OutboxRow, anyWaits, markSent, markUnheard, takeRows } from './outbox-row';
import { countRows, readOldestS } from './outbox-depth';
import { Furthest } from './position';
import { Publisher } from './publisher';
import { Arrival, Shipment, arrivalOf, messageOf, rowsByStream } from './shipment';
import { Sweeper } from './sweeper';

const pollMs = 250;
/** How long rows that nobody was woken for wait for the process that sweeps: those of a process that died. */
const longestPollMs = 1000;
const sweepMs = 1000;
const longestSweepMs = 2000;
const publishTimeoutMs = 5000;
/** Copies that one turn publishes to get past where a durable stands. */
const maxCopies = 2000;

/**
 * Publishes the rows of the outbox: each process at once what it has committed itself, and the one that sweeps what is left
 * over, of processes that died. A row stays until the sweeper has found that every declared durable has passed it and that
 * the stream still holds it, so the JetStream store may lose anything at any moment.
 */
export class Relay {
  private readonly publishing: Loop;
  private readonly sweeping: Loop;
  private readonly sweeper: Sweeper;
  private readonly furthest: Furthest;
  private readonly publisher: Publisher;
  private readonly created = new Map<string, string>();
  private readonly subjects = streams().flatMap(({ subjects }) => subjects);
  private readonly anyWaits = anyWaits(this.subjects);
  /** Rows were committed here that no turn has published yet. At the start, those of the process that ran before. */
  private isWoken = true;
  /** This process sweeps, as its last sweep knew. */
  private sweeps = false;
  /** As many as there were when streams were last restored: after another one a store may be empty. */
  private interruptions = 0;

  constructor(
    private readonly connection: BusConnection,
    private readonly database: Database,
    logger: Logger,
    metrics: Metrics,
  ) {
    this.furthest = new Furthest(connection);
    this.publisher = new Publisher(connection);
    this.sweeper = new Sweeper(connection, database, this.furthest, metrics);
    this.publishing = new Loop({
      name: 'relay',
      idleMs: pollMs,
      longestIdleMs: longestPollMs,
      logger,
      look: () => this.lookToPublish(),
      turn: () => this.publish(),
    });
    this.sweeping = new Loop({
      name: 'relay-sweep',
      idleMs: sweepMs,
      longestIdleMs: longestSweepMs,
      logger,
      look: () => this.lookToSweep(),
      turn: () => this.sweep(),
    });
    metrics.measured(busMetrics.outboxOldest, async (gauge) => gauge.set(await readOldestS(database)));
    metrics.measured(busMetrics.outboxRows, async (gauge) => {
      const { waiting, published } = await countRows(database);
      gauge.set({ state: 'waiting' }, waiting);
      gauge.set({ state: 'published' }, published);
    });
  }

  async start(): Promise<void> {
    await this.restoreStreams();
    this.database.onOutbox(() => this.wake());
    this.publishing.start();
    this.sweeping.start();
  }

  wake(): void {
    this.isWoken = true;
    this.publishing.wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.publishing.stop(), this.sweeping.stop()]);
    await this.sweeper.stop();
  }

  stuck(): string | null {
    return this.publishing.stuckFor(30_000);
  }

  /** Rows that nobody was woken for are looked for by the process that sweeps. */
  private async lookToPublish(): Promise<boolean> {
    if (!this.connection.connected) return false;
    return this.isWoken || (this.sweeps && (await this.database.finds(this.anyWaits)));
  }

  private async publish(): Promise<boolean> {
    if (!this.connection.connected) return false;
    if (!this.isWoken) return this.sweeps && this.publishRows();
    this.isWoken = false;
    try {
      const more = await this.publishRows();
      this.isWoken ||= more;
      return more;
    } catch (error) {
      // What was committed here does not wait for another process.
      this.isWoken = true;
      throw error;
    }
  }

  private publishRows(): Promise<boolean> {
    return this.database.transaction('relay.publish', async (tx) => {
      const { rows, full } = await takeRows(tx, this.subjects);
      if (rows.length === 0) return false;
      const { interruptions } = this.connection;
      const shipments = await this.readShipmentsOf(rows);
      await killPoint('relay.before-publish');
      const arrivals = await Promise.all(shipments.map((shipment) => this.send(shipment)));
      await killPoint('relay.before-mark');
      const failures = arrivals.flatMap((arrival) => arrival.failures);
      if (failures.length > 0 || interruptions !== this.connection.interruptions) {
        // The server may have come back without its last messages: where durables stand is read before the next row.
        this.furthest.forget();
        await this.restoreStreams();
      }
      if (failures.length > 0 || interruptions !== this.connection.interruptions) this.isWoken = true;
      // What was acknowledged across an interruption is published once more; the server knows its id if it holds it.
      if (interruptions !== this.connection.interruptions) return false;
      if (failures.length === rows.length) throw failures[0];
      let unheard = false;
      for (const [index, { furthest }] of shipments.entries())
        if (await this.mark(tx, furthest, arrivals[index])) unheard = true;
      return unheard || (full && failures.length === 0);
    });
  }

  private readShipmentsOf(rows: OutboxRow[]): Promise<Shipment[]> {
    const shipments = [...rowsByStream(rows)].map(async ([stream, ofStream]) => {
      return { stream, rows: ofStream, furthest: await this.furthest.readFor(stream) };
    });
    return Promise.all(shipments);
  }

  private async send(shipment: Shipment): Promise<Arrival> {
    try {
      const created = await this.streamCreated(shipment.stream);
      const outcomes = await this.publisher.publish(shipment.rows.map(messageOf), publishTimeoutMs);
      return arrivalOf(shipment, created, outcomes);
    } catch (error) {
      return { created: '', sent: [], failures: shipment.rows.map(() => error) };
    }
  }

  /** @returns whether some rows were published where a durable does not look, and wait again */
  private async mark(tx: Tx, furthest: number, { created, sent }: Arrival): Promise<boolean> {
    const unheard = sent.filter(({ seq }) => seq <= furthest);
    await markSent(tx, created, unheard.length === 0 ? sent : sent.filter(({ seq }) => seq > furthest));
    if (unheard.length === 0) return false;
    await markUnheard(tx, created, unheard);
    const [least] = unheard.map(({ row }) => row).sort((a, b) => a.payload.length - b.payload.length);
    const aheadBy = furthest - Math.min(...unheard.map(({ seq }) => seq));
    const copies = Array.from({ length: Math.min(maxCopies, aheadBy) }, () => messageOf({ ...least, again: true }));
    for (const outcome of await this.publisher.publish(copies, publishTimeoutMs))
      if ('error' in outcome) throw outcome.error;
    return true;
  }

  private async streamCreated(stream: string): Promise<string> {
    const known = this.created.get(stream);
    if (known) return known;
    const { created } = await this.connection.jsm.streams.info(stream);
    this.created.set(stream, String(created));
    return String(created);
  }

  /** Creates the streams of this service that are gone. */
  private async restoreStreams(): Promise<void> {
    this.created.clear();
    const { jsm, service, bounds } = this.connection;
    for (const stream of ownedStreams(service)) await ensureStream(jsm, stream, bounds);
  }

  /** While it finds nothing, this process sweeps on, has nothing to sweep, and its streams are as it left them. */
  private async lookToSweep(): Promise<boolean> {
    return !this.sweeps || this.interruptions !== this.connection.interruptions || (await this.sweeper.look());
  }

  private async sweep(): Promise<boolean> {
    const { interruptions } = this.connection;
    // A process that cannot reach the streams lets the lease run out.
    this.sweeps = this.connection.connected && (await this.sweeper.isMine());
    // Another process may have created a stream again meanwhile.
    this.created.clear();
    if (!this.sweeps) return false;
    try {
      await this.restoreStreams();
      this.interruptions = interruptions;
      return await this.sweeper.sweep();
    } catch (error) {
      this.furthest.forget();
      throw error;
    }
  }
}
