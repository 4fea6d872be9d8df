import { FactMessage } from '@app/contracts';
import { streams } from '@app/contracts/catalogue';
import { Metrics } from '@app/observability';
import { Database, RoleLease, killPoint } from '@app/persistence';
import { StreamInfo, nuid } from 'nats';
import { BusConnection } from '../connection';
import { isNotFound } from '../streams';
import { Furthest, Position, covers, factsPublishedOn, passedBy, readPositionsOf } from './position';
import { PublishedSubject, readPublished } from './published';
import { StoredIds } from './stored-ids';
import { Range, PublishedRow, SweptRows, sweepLease } from './swept-rows';

/** How long rows that nobody was woken for may wait for another process after the one that sweeps has died. */
const shortS = 5;
/** A durable with more than this before it gets no row again that the stream has dropped: it would drop others for it. */
const maxBehind = 1000;
/** Batches of one subject in a turn: the others have theirs, and a process that is asked to end does not wait for long. */
const maxBatches = 5;

/** A fact with rows that stand in its stream. */
interface Look {
  message: FactMessage;
  published: PublishedSubject[];
}

/**
 * Forgets rows that every durable has passed, and has rows published again that their stream has lost: one process of a
 * service at a time, each second.
 *
 * That all durables have passed a sequence says nothing about a row while the stream may have given its sequence to another
 * message. So the id of the message is read before a row is forgotten.
 */
export class Sweeper {
  private readonly lease: RoleLease;
  private readonly rows: SweptRows;
  private readonly stored: StoredIds;
  private hasRows = true;

  constructor(
    private readonly connection: BusConnection,
    private readonly database: Database,
    private readonly furthest: Furthest,
    metrics: Metrics,
  ) {
    this.lease = new RoleLease(database, `${connection.name}-${nuid.next()}`, { name: sweepLease, shortS });
    this.rows = new SweptRows(database, this.lease.holder, metrics);
    this.stored = new StoredIds(connection);
  }

  /** Whether the lease is to be taken or renewed, or rows stand in a stream. */
  async look(): Promise<boolean> {
    const found = await Promise.all([this.database.finds(this.lease.due), this.rows.hasAny()]);
    return found.includes(true);
  }

  /**
   * Whether this process is the one that sweeps, until the lease ends that this call takes or renews. Looks meanwhile
   * whether there are rows.
   */
  async isMine(): Promise<boolean> {
    const [lease, hasRows] = await Promise.all([this.lease.take(), this.rows.hasAny()]);
    this.hasRows = hasRows;
    return lease !== null;
  }

  /** Sweeps, and keeps the lease meanwhile. @returns whether there is more to do at once */
  sweep(): Promise<boolean> {
    return this.lease.keepWhile(async () => {
      if (!this.hasRows) return false;
      // Before the streams are asked: a row that is published meanwhile must not look as if its stream had lost it.
      const published = await readPublished(this.database);
      let more = false;
      for (const { name } of streams()) {
        const looks = factsPublishedOn(this.connection.service, name)
          .map((message) => ({
            message,
            published: published.filter(({ subject }) => covers(message.subject, subject)),
          }))
          .filter((look) => look.published.length > 0);
        if (looks.length > 0 && (await this.sweepStream(name, looks))) more = true;
      }
      return more;
    });
  }

  /** Another process may sweep at once. */
  async stop(): Promise<void> {
    await this.lease.release().catch(() => undefined);
  }

  private async sweepStream(stream: string, looks: Look[]): Promise<boolean> {
    const swept: (Look & { positions: Position[] })[] = [];
    for (const look of looks)
      swept.push({ ...look, positions: await readPositionsOf(this.connection.jsm, look.message) });
    const info = await this.readInfoOf(stream);
    if (!info) return false;
    this.furthest.learn(
      stream,
      swept.flatMap(({ positions }) => positions),
    );
    let more = false;
    for (const { published, positions } of swept)
      for (const one of published) if (await this.sweepSubject(info, one, positions)) more = true;
    return more;
  }

  private async sweepSubject(info: StreamInfo, of: PublishedSubject, positions: Position[]): Promise<boolean> {
    const { lowest, highest } = of;
    if (of.created !== String(info.created)) return this.lose('stream', of, { above: 0, upTo: highest });
    const { first_seq: first, last_seq: last } = info.state;
    let more = last < highest && (await this.lose('tail', of, { above: last, upTo: highest }));
    const passed = Math.min(highest, passedBy(positions, of.subject));
    if (lowest <= passed && (await this.forget(info.config.name, of, passed))) more = true;
    const behind = Math.max(0, ...positions.map((position) => position.behind));
    if (behind > maxBehind || lowest >= first) return more;
    return (await this.lose('dropped', of, { above: 0, upTo: first - 1 })) || more;
  }

  /** Has the rows of a range published again. */
  private lose(cause: 'stream' | 'tail' | 'dropped', of: PublishedSubject, { above, upTo }: Range): Promise<boolean> {
    return runInBatches(above, async (from) => {
      const { rows, full } = await this.rows.batch(of, { above: from, upTo });
      await this.rows.markLost(cause, rows);
      return full ? rows[rows.length - 1].seq : null;
    });
  }

  /** Forgets the rows up to a sequence that all durables have passed. */
  private forget(stream: string, of: PublishedSubject, passed: number): Promise<boolean> {
    return runInBatches(0, async (above) => {
      const { rows, full } = await this.rows.batch(of, { above, upTo: passed });
      if (rows.length === 0) return null;
      const { ids, readTo } = await this.stored.read(
        stream,
        rows.map(({ seq }) => seq),
      );
      await killPoint('relay.before-forget');
      const read = rows.filter(({ seq }) => seq <= readTo);
      const isThere = (row: PublishedRow): boolean => ids.get(row.seq)?.split('.')[0] === row.id;
      await this.rows.forget(read.filter(isThere));
      await this.rows.markLost(
        'message',
        read.filter((row) => !isThere(row)),
      );
      return full || read.length < rows.length ? readTo : null;
    });
  }

  private readInfoOf(stream: string): Promise<StreamInfo | null> {
    return this.connection.jsm.streams.info(stream).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  }
}

/**
 * Works by batches, each from where the one before ended: entries of rows that are done stay in the index until vacuum.
 * @param work one batch; says above which sequence the next begins, or null after the last
 * @returns whether more is left for the next turn
 */
async function runInBatches(above: number, work: (above: number) => Promise<number | null>): Promise<boolean> {
  let next: number | null = above;
  for (let batch = 0; batch < maxBatches && next !== null; batch += 1) next = await work(next);
  return next !== null;
}
