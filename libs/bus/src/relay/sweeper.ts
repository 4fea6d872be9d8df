import { FactMessage, streams } from '@app/contracts';
import { Metrics } from '@app/observability';
import { Database, Leases, killPoint } from '@app/persistence';
import { StreamInfo, nuid } from 'nats';
import { BusConnection } from '../connection';
import { isNotFound } from '../streams';
import { Furthest, Position, factsPublishedOn, positionsOf } from './position';
import { StoredIds } from './stored-ids';
import { SweptRows, sweepLease } from './swept-rows';

/** How long rows that nobody was woken for may wait for another process after the one that sweeps has died. */
const leaseS = 5;
/** A durable with more than this before it gets no row again that the stream has dropped: it would drop others for it. */
const maxBehind = 1000;

/**
 * Forgets rows that every durable has passed, and has rows published again that their stream has lost: one process of a
 * service at a time, each second.
 *
 * That all durables have passed a sequence says nothing about a row while the stream may have given its sequence to another
 * message. So the id of the message is read before a row is forgotten.
 */
export class Sweeper {
  private readonly leases: Leases;
  private readonly rows: SweptRows;
  private readonly stored: StoredIds;
  private hasRows = true;

  constructor(
    private readonly connection: BusConnection,
    database: Database,
    private readonly furthest: Furthest,
    metrics: Metrics,
  ) {
    this.leases = new Leases(database, `${connection.name}-${nuid.next()}`);
    this.rows = new SweptRows(database, this.leases.holder, metrics);
    this.stored = new StoredIds(connection);
  }

  /**
   * Whether this process is the one that sweeps, until the lease ends that this call takes or renews. Looks meanwhile
   * whether there are rows.
   */
  async isMine(): Promise<boolean> {
    const [lease, hasRows] = await Promise.all([this.leases.take(sweepLease, leaseS), this.rows.any()]);
    this.hasRows = hasRows;
    return lease !== null;
  }

  /** Sweeps, and keeps the lease meanwhile. @returns whether there is more to do at once */
  sweep(): Promise<boolean> {
    return this.leases.keepWhile(sweepLease, leaseS, async () => {
      if (!this.hasRows) return false;
      let more = false;
      for (const { name } of streams()) {
        const facts = factsPublishedOn(this.connection.service, name);
        if (facts.length > 0 && (await this.sweepStream(name, facts))) more = true;
      }
      return more;
    });
  }

  /** Another process may sweep at once. */
  async stop(): Promise<void> {
    await this.leases.release(sweepLease).catch(() => undefined);
  }

  private async sweepStream(stream: string, facts: FactMessage[]): Promise<boolean> {
    const looks: { message: FactMessage; highest: number; positions: Position[] }[] = [];
    for (const message of facts) {
      // In this order: a row that is published meanwhile must not look as if the stream had lost it.
      const highest = await this.rows.highest(message.subject);
      if (highest > 0) looks.push({ message, highest, positions: await positionsOf(this.connection.jsm, message) });
    }
    if (looks.length === 0) return false;
    const info = await this.infoOf(stream);
    if (!info) return false;
    this.furthest.learn(
      stream,
      looks.flatMap(({ positions }) => positions),
    );
    const { first_seq: first, last_seq: last } = info.state;
    let more = false;
    for (const { message, highest, positions } of looks) {
      const { subject } = message;
      const created = String(info.created);
      await this.rows.lostStream(subject, created);
      if (last < highest) await this.rows.lostTail(subject, created, { last, highest });
      if (await this.forget(stream, subject, created, positions)) more = true;
      const behind = Math.max(0, ...positions.map((position) => position.behind));
      if (behind <= maxBehind) await this.rows.dropped(subject, created, first);
    }
    return more;
  }

  private async forget(stream: string, subject: string, created: string, positions: Position[]): Promise<boolean> {
    const { rows, full } = await this.rows.passed(subject, created, positions);
    if (rows.length === 0) return false;
    const { ids, readTo } = await this.stored.read(
      stream,
      rows.map(({ seq }) => seq),
    );
    await killPoint('relay.before-forget');
    const read = rows.filter(({ seq }) => seq <= readTo);
    const isThere = (row: { id: string; seq: number }): boolean => ids.get(row.seq)?.split('.')[0] === row.id;
    await this.rows.forget(read.filter(isThere));
    await this.rows.lostMessages(read.filter((row) => !isThere(row)));
    return full || read.length < rows.length;
  }

  private infoOf(stream: string): Promise<StreamInfo | null> {
    return this.connection.jsm.streams.info(stream).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  }
}
