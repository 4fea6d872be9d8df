import { Problem } from '@app/problem';
import { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { translateFault } from './fault';
import { killPoint } from './kill-point';
import { PoolOptions, openPool, statementTimeoutMs } from './pool';
import { Named, Queryable, TimeLimit, Tx, queryConfig } from './queryable';

/** A service's own schema in Postgres: one pool, raw statements, named where they are hot. */
export class Database implements Queryable {
  private readonly outboxListeners: (() => void)[] = [];

  private constructor(
    readonly schema: string,
    private readonly pool: Pool,
  ) {}

  /** Opens the pool and one connection of it. @throws Problem `unavailable` when the server cannot be reached */
  static async open(options: PoolOptions): Promise<Database> {
    const database = new Database(options.schema, openPool(options));
    await database.ping();
    return database;
  }

  /** One statement on any connection of the pool. */
  async query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values: unknown[] = [],
  ): Promise<QueryResult<R>> {
    try {
      return await this.pool.query<R>(queryConfig(statement, values));
    } catch (error) {
      throw translateFault(error);
    }
  }

  /** The raw connection, for COPY and advisory locks; it returns to the pool when `work` ends. */
  async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      return await work(client);
    } catch (error) {
      throw translateFault(error);
    } finally {
      client.release();
    }
  }

  /**
   * Effects and their outbox rows commit together, or nothing does.
   * @param name names its kill points: `<name>.before-commit` and `<name>.after-commit`
   * @param limit past which no statement runs on and nothing is committed: a caller that got `unavailable` finds
   *   nothing changed
   */
  async transaction<T>(name: string, work: (tx: Tx) => Promise<T>, limit?: TimeLimit): Promise<T> {
    const client = await this.connect();
    const after: (() => void)[] = [];
    let broken: Error | undefined;
    let result: T;
    try {
      // Without a level named: Postgres' own is READ COMMITTED.
      await client.query('begin');
      if (limit) await client.query(statementLimit(limit));
      result = await work(this.txOf(client, after));
      await killPoint(`${name}.before-commit`);
      limit?.assertMayBegin();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch((fault: Error) => (broken = fault));
      throw translateFault(error);
    } finally {
      // A connection that cannot roll back leaves the pool.
      client.release(broken);
    }
    after.forEach((run) => run());
    await killPoint(`${name}.after-commit`);
    return result;
  }

  /** Calls `wake` after every commit that added to the outbox; the relay listens. */
  onOutbox(wake: () => void): void {
    this.outboxListeners.push(wake);
  }

  /** For a statement outside of a transaction that added to the outbox. */
  wakeRelay(): void {
    this.outboxListeners.forEach((wake) => wake());
  }

  /** Readiness: one round trip. */
  async ping(): Promise<null> {
    await this.query('select 1');
    return null;
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
    await this.pool.end();
  }

  private async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw translateFault(error);
    }
  }

  private txOf(client: PoolClient, after: (() => void)[]): Tx {
    const wakeRelay = (): void => this.wakeRelay();
    return {
      query: <R extends QueryResultRow>(statement: Named | string, values: unknown[] = []) =>
        client.query<R>(queryConfig(statement, values)),
      afterCommit: (work) => void after.push(work),
      wakeRelay: () => void (after.includes(wakeRelay) || after.push(wakeRelay)),
    };
  }
}

function statementLimit(limit: TimeLimit): string {
  limit.assertMayBegin();
  return `set local statement_timeout = ${Math.max(1, Math.min(statementTimeoutMs, Math.floor(limit.toBeginMs)))}`;
}
