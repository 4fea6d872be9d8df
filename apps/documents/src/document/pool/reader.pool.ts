import { CONFIG, DATABASE, DatabaseBeside } from '@app/boot';
import { Connection, Database, Named, Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';
import { isTimeOver } from './time-over';

/**
 * Connections of the non-calling requests alone. A read that waits for judging holds none of them, so judgments can
 * always fetch the documents that the read waits for.
 */
@Injectable()
export class ReaderPool extends DatabaseBeside {
  constructor(@Inject(CONFIG) config: { readerPoolSize: number }, @Inject(DATABASE) shared: Database) {
    super(shared, { name: 'readers', poolSize: config.readerPoolSize });
  }

  /**
   * Several statements that read one database snapshot.
   * @param limitMs past which none of them runs on, from the moment on at which there is a connection
   * @throws SnapshotTimeOver; PoolBusy
   */
  async runInSnapshot<T>(limitMs: () => number, work: (from: Queryable) => Promise<T>): Promise<T> {
    const askedAtMs = performance.now();
    const read = async (connection: Connection): Promise<T> => {
      const limit = new SnapshotLimit(connection, limitMs());
      try {
        await connection.query(`begin isolation level repeatable read read only; ${limit.statement()}`);
        limit.waitedMs = performance.now() - askedAtMs;
        const result = await work(limit);
        await connection.query('commit');
        return result;
      } catch (error) {
        await connection.rollBack();
        throw isTimeOver(error) ? limit.timeOver() : error;
      }
    };
    return this.pool.withConnection('documents.snapshot', read);
  }
}

/** Where the time of a snapshot went, in milliseconds. */
export interface SnapshotTime {
  /** The time that its statements had. */
  limitMs: number;
  /** How long it waited for a connection and for its transaction to begin. */
  waitedMs: number;
  /** How long Postgres was at its statements. */
  ranMs: number;
}

/** A read did not end in its time. */
export class SnapshotTimeOver extends Error {
  constructor(readonly time: SnapshotTime) {
    super(`the statements of a snapshot took longer than ${time.limitMs} ms`);
  }
}

/** What a time-out that is set already may have in excess of the time that is left, in milliseconds. */
const excessMs = 250;

/** Statements of a transaction that all together take no longer than a time. Quick ones need no time-out of their own. */
class SnapshotLimit implements Queryable {
  /** How long the snapshot waited to begin, in milliseconds. */
  waitedMs = 0;
  private readonly endsAtMs: number;
  private setMs = 0;
  private ranMs = 0;

  constructor(
    private readonly connection: Queryable,
    private readonly limitMs: number,
  ) {
    this.endsAtMs = performance.now() + limitMs;
  }

  /** SQL that ends each of the following statements when the time is over. @throws SnapshotTimeOver when it is */
  statement(): string {
    this.setMs = Math.ceil(this.leftMs);
    if (this.setMs <= 0) throw this.timeOver();
    return `set local statement_timeout = ${this.setMs}`;
  }

  async query<R extends QueryResultRow>(statement: Named | string, values: unknown[] = []): Promise<QueryResult<R>> {
    if (this.setMs - this.leftMs > excessMs) await this.connection.query(this.statement());
    const sentAtMs = performance.now();
    try {
      return await this.connection.query<R>(statement, values);
    } finally {
      this.ranMs += performance.now() - sentAtMs;
    }
  }

  timeOver(): SnapshotTimeOver {
    const { limitMs, waitedMs, ranMs } = this;
    return new SnapshotTimeOver({ limitMs, waitedMs, ranMs });
  }

  private get leftMs(): number {
    return this.endsAtMs - performance.now();
  }
}
