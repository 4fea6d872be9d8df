import { Problem } from '@app/problem';
import { QueryResult, QueryResultRow } from 'pg';
import { Connection } from './connection';
import { isStalePlan, translateFault } from './fault';
import { killPoint } from './kill-point';
import { looksOf } from './looks';
import { runHoldingOne } from './one-connection';
import { PoolOptions, statementTimeoutMs } from './pool';
import { probe } from './probe';
import { Named, Queryable, TimeLimit, Tx } from './queryable';
import { Pooled, SharedPool, Sharing, Waiting } from './shared-pool';

/** While the last answer is younger than this, nobody needs to ask; milliseconds. */
const trustedMs = 5000;
/** Without an answer for longer than any statement may take, connections that are waited for are wedged; milliseconds. */
const wedgedMs = 40_000;

/** The name of the first pool of a process, in metrics. */
const mainPool = 'main';

/** A pool beside the first one. */
export interface PoolBesideOptions extends Partial<Sharing> {
  /** Its name in metrics. */
  name: string;
  poolSize: number;
}

/**
 * A service's own schema in Postgres: one pool, which organizations share, and raw statements, named where they are hot.
 */
export class Database implements Queryable {
  readonly schema: string;
  private readonly outboxListeners: (() => void)[] = [];
  private answeredAtMs = 0;
  private readonly looks = looksOf(this);
  private readonly onAnswer = (): void => void (this.answeredAtMs = Date.now());
  /** The pools of this process, this one included, by name. */
  private readonly byName = new Map<string, Database>([[mainPool, this]]);

  private constructor(
    private readonly options: PoolOptions,
    private readonly pool: SharedPool,
  ) {
    this.schema = options.schema;
  }

  /** Opens the pool and one connection of it. @throws Problem `unavailable` when the server cannot be reached */
  static open(options: PoolOptions): Promise<Database> {
    // An operator's command has one connection, which all its work takes.
    return Database.openWith(options, { own: options.poolSize > 1 ? 1 : 0 });
  }

  /** Opens another pool, with the same address and settings, and one connection of it. @throws Problem `unavailable` */
  async openBeside({ name, poolSize, own = 0, most }: PoolBesideOptions): Promise<Database> {
    const beside = await Database.openWith({ ...this.options, poolSize, isBeside: true }, { own, most });
    this.byName.set(name, beside);
    return beside;
  }

  private static async openWith(options: PoolOptions, sharing: Sharing): Promise<Database> {
    const database = new Database(options, new SharedPool(options, sharing));
    await database.ping();
    return database;
  }

  /** One statement on any connection of the pool. */
  async query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values: unknown[] = [],
  ): Promise<QueryResult<R>> {
    const run = () => this.onConnection((connection) => connection.query<R>(statement, values));
    // After a migration every connection of the pool may refuse it once, and then leaves the pool.
    for (let tries = 0; ; tries += 1) {
      try {
        return await run();
      } catch (error) {
        if (tries === this.options.poolSize || !isStalePlan((error as Error).cause)) throw error;
      }
    }
  }

  /** Whether a select without parameters finds a row. What loops ask at the same moment is one statement. */
  finds(select: string): Promise<boolean> {
    return this.looks.add(select);
  }

  /**
   * Several statements on one connection of the pool, outside of a transaction.
   * @param name of the work
   * @throws PoolBusy
   */
  withConnection<T>(name: string, work: (connection: Connection) => Promise<T>, waiting?: Waiting): Promise<T> {
    return this.onConnection((connection) => runHoldingOne(name, () => work(connection)), waiting);
  }

  private async onConnection<T>(work: (connection: Connection) => Promise<T>, waiting?: Waiting): Promise<T> {
    const connection = await this.pool.connect(this.onAnswer, waiting);
    try {
      return await work(connection);
    } catch (error) {
      throw translateFault(error);
    } finally {
      connection.release();
    }
  }

  /**
   * Effects and their outbox rows commit together, or nothing does.
   * @param name names its kill points: `<name>.before-commit` and `<name>.after-commit`
   * @param limit past which no statement runs on and nothing is committed: a caller that got `unavailable` finds
   *   nothing changed
   */
  async transaction<T>(name: string, work: (tx: Tx) => Promise<T>, limit?: TimeLimit): Promise<T> {
    const connection = await this.pool.connect(this.onAnswer);
    const after: (() => void)[] = [];
    let result: T;
    try {
      // Without a level named: Postgres' own is READ COMMITTED.
      await connection.query(limit ? `begin; ${statementLimit(limit)}` : 'begin');
      result = await runHoldingOne(name, () => work(this.txOf(connection, after)));
      await killPoint(`${name}.before-commit`);
      limit?.assertMayBegin();
      await connection.query('commit');
    } catch (error) {
      await connection.rollBack();
      throw translateFault(error);
    } finally {
      connection.release();
    }
    after.forEach((run) => run());
    await killPoint(`${name}.after-commit`);
    return result;
  }

  /** Calls `wake` after every commit that added to the outbox; the relay listens. */
  onOutbox(wake: () => void): void {
    this.outboxListeners.push(wake);
  }

  /** Wakes the relay after a statement outside of a transaction that added to the outbox. */
  wakeRelay(): void {
    this.outboxListeners.forEach((wake) => wake());
  }

  /** One round trip. @throws Problem `unavailable` */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /** Connections of each pool of this process by its name, and the pieces of work that wait for one. */
  get pools(): ReadonlyMap<string, Pooled> {
    return new Map([...this.byName].map(([name, { pool }]) => [name, pool.pooled]));
  }

  /** Whether any connection of the pool was answered within the last so many milliseconds. */
  answeredWithin(ms: number): boolean {
    return Date.now() - this.answeredAtMs < ms;
  }

  /**
   * Readiness. A pool whose connections are busy is ready as long as answers come; when none has come for a while, a
   * connection of its own asks the server.
   * @returns a sentence when the server does not answer, or answers but not on the pool's connections
   */
  async check(): Promise<string | null> {
    const silentMs = Date.now() - this.answeredAtMs;
    if (silentMs < trustedMs) return null;
    const fault = await probe(this.options.url);
    if (fault) return fault;
    if (this.pool.pooled.waiting === 0 || silentMs < wedgedMs) return null;
    return `no connection of the pool has answered for ${Math.round(silentMs / 1000)} s`;
  }

  /** Refuses a server that acknowledges what it may lose. */
  async assertDurable(): Promise<void> {
    const { rows } = await this.query<{ fsync: string; sync: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync`,
    );
    if (rows[0].fsync !== 'on' || rows[0].sync === 'off') {
      throw new Problem('unavailable', 'Postgres runs with fsync or synchronous_commit off; turn both on.');
    }
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  private txOf(connection: Connection, after: (() => void)[]): Tx {
    const wakeRelay = (): void => this.wakeRelay();
    return {
      query: <R extends QueryResultRow>(statement: Named | string, values: unknown[] = []) =>
        connection.query<R>(statement, values),
      afterCommit: (work) => void after.push(work),
      wakeRelay: () => void (after.includes(wakeRelay) || after.push(wakeRelay)),
    };
  }
}

function statementLimit(limit: TimeLimit): string {
  limit.assertMayBegin();
  return `set local statement_timeout = ${Math.max(1, Math.min(statementTimeoutMs, Math.floor(limit.toBeginMs)))}`;
}
