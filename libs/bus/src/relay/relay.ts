import { factOf, streams } from '@app/contracts';
import { busMetrics } from '@app/metrics';
import { Logger, Loop, Metrics } from '@app/observability';
import { Database, Tx, killPoint } from '@app/persistence';
import { headers as newHeaders, nuid } from 'nats';
import { BusConnection } from '../connection';
import { ensureStream, ownedStreams } from '../streams';
import { OutboxRow, Sent, isWaiting, markSent, markUnheard, takeRows } from './outbox-row';
import { countRows, oldestS } from './outbox-depth';
import { Furthest } from './position';
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
  private readonly created = new Map<string, string>();
  private readonly encoder = new TextEncoder();
  private readonly subjects = streams().flatMap(({ subjects }) => subjects);
  /** Rows were committed here that no turn has published yet. At the start, those of the process that ran before. */
  private isWoken = true;
  /** This process sweeps, as its last sweep knew. */
  private sweeps = false;

  constructor(
    private readonly connection: BusConnection,
    private readonly database: Database,
    logger: Logger,
    metrics: Metrics,
  ) {
    this.furthest = new Furthest(connection);
    this.sweeper = new Sweeper(connection, database, this.furthest, metrics);
    this.publishing = new Loop({
      name: 'relay',
      idleMs: pollMs,
      longestIdleMs: longestPollMs,
      logger,
      turn: () => this.publish(),
    });
    this.sweeping = new Loop({
      name: 'relay-sweep',
      idleMs: sweepMs,
      longestIdleMs: longestSweepMs,
      logger,
      turn: () => this.sweep(),
    });
    metrics.measured(busMetrics.outboxOldest, async (gauge) => gauge.set(await oldestS(database)));
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

  private async publish(): Promise<boolean> {
    if (!this.connection.connected) return false;
    if (!this.isWoken) return this.sweeps && (await isWaiting(this.database, this.subjects)) && this.publishRows();
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
      const furthest = await this.furthestOf(rows);
      await killPoint('relay.before-publish');
      const results = await Promise.allSettled(rows.map((row) => this.send(row)));
      await killPoint('relay.before-mark');
      const failed = results.find((result) => result.status === 'rejected');
      if (failed || interruptions !== this.connection.interruptions) {
        // The server may have come back without its last messages: where durables stand is read before the next row.
        this.furthest.forget();
        await this.restoreStreams();
      }
      if (failed || interruptions !== this.connection.interruptions) this.isWoken = true;
      // What was acknowledged across an interruption is published once more; the server knows its id if it holds it.
      if (interruptions !== this.connection.interruptions) return false;
      const sent = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      if (sent.length === 0 && failed) throw failed.reason;
      const unheard = await this.mark(tx, rows, sent, furthest);
      return unheard || (full && !failed);
    });
  }

  /** @returns whether some rows were published where a durable does not look, and wait again */
  private async mark(tx: Tx, rows: OutboxRow[], sent: Sent[], furthest: Map<string, number>): Promise<boolean> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const aheadBy = ({ id, seq }: Sent): number => furthest.get(streamOf(byId.get(id)!))! - seq;
    const unheard = sent.filter((one) => aheadBy(one) >= 0);
    await markSent(
      tx,
      sent.filter((one) => aheadBy(one) < 0),
    );
    if (unheard.length === 0) return false;
    await markUnheard(tx, unheard);
    const [least] = unheard.map(({ id }) => byId.get(id)!).sort((a, b) => a.payload.length - b.payload.length);
    const copies = Math.min(maxCopies, Math.max(...unheard.map(aheadBy)));
    await Promise.all(Array.from({ length: copies }, () => this.send({ ...least, again: true })));
    return true;
  }

  private async send(row: OutboxRow): Promise<Sent> {
    const created = await this.streamCreated(streamOf(row));
    const headers = newHeaders();
    for (const [name, value] of Object.entries(row.headers)) headers.set(name, value);
    const { seq } = await this.connection.js.publish(row.subject, this.encoder.encode(row.payload), {
      // The server refuses an id that it remembers, also of a message that it has lost.
      msgID: row.again ? `${row.id}.${nuid.next()}` : row.id,
      headers,
      timeout: publishTimeoutMs,
    });
    return { id: row.id, seq, created };
  }

  private async furthestOf(rows: OutboxRow[]): Promise<Map<string, number>> {
    const streams = [...new Set(rows.map(streamOf))];
    return new Map(await Promise.all(streams.map(async (one) => [one, await this.furthest.of(one)] as const)));
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

  private async sweep(): Promise<boolean> {
    // A process that cannot reach the streams lets the lease run out.
    this.sweeps = this.connection.connected && (await this.sweeper.isMine());
    // Another process may have created a stream again meanwhile.
    this.created.clear();
    if (!this.sweeps) return false;
    try {
      await this.restoreStreams();
      return await this.sweeper.sweep();
    } catch (error) {
      this.furthest.forget();
      throw error;
    }
  }
}

function streamOf(row: OutboxRow): string {
  const message = factOf(row.subject);
  if (!message) throw new Error(`${row.subject} is not declared`);
  return message.stream;
}
