import { Problem } from '@app/problem';
import { Client, ClientConfig, Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { DataSource, DataSourceOptions, EntityManager, QueryRunner } from 'typeorm';
import { translateFault } from './fault';

export interface DatabaseOptions {
  url: string;
  /** The service's schema; its role owns it and sees no other. */
  schema: string;
  /** Connections of this process. */
  poolSize: number;
  entities: DataSourceOptions['entities'];
  migrations: DataSourceOptions['migrations'];
  /**
   * `by_index` for a room whose every statement goes by key: a plan made while the tables were empty or unanalysed must
   * not be a hash join over a whole queue. `free` (the default) leaves the planner alone.
   */
  plans?: 'by_index' | 'free';
}

/** A hot statement: prepared once a connection under its name. */
export interface Named {
  name: string;
  text: string;
}

/** A transaction: raw statements and TypeORM's manager over the same connection. */
export interface Tx {
  query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values?: unknown[],
  ): Promise<QueryResult<R>>;
  manager: EntityManager;
  /** Runs after the commit, such as waking the relay. */
  afterCommit(work: () => void): void;
}

/** Until when a change may be made; a call of the bus is one. */
export interface TimeLimit {
  /** What is left, in milliseconds. */
  toBeginMs: number;
  /** @throws Problem `unavailable` when nothing is left */
  assertMayBegin(): void;
}

const statementTimeoutMs = 30_000;
/** Compiling a plan costs more than any statement of ours runs; a disabled scan's price would always set it off. */
const always = '-c jit=off -c plan_cache_mode=force_generic_plan';
const byIndex = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

/**
 * A connection that breaks fails the statements on it. Between statements of a transaction nobody listens, and pg's
 * 'error' event without a listener would end the process: the next statement reports the failure instead.
 */
class HeardClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.url,
    schema: options.schema,
    entities: options.entities,
    migrations: options.migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    poolSize: options.poolSize,
    extra: {
      max: options.poolSize,
      Client: HeardClient,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      options: `-c search_path=${options.schema},app ${always} ${options.plans === 'by_index' ? byIndex : ''}`.trim(),
    },
  };
}

/** One service's room in Postgres: TypeORM for ordinary rows, named statements of `pg` for hot ones, one pool. */
export class Database {
  private constructor(
    readonly dataSource: DataSource,
    readonly schema: string,
    private readonly pool: Pool,
  ) {}

  static async open(options: DatabaseOptions): Promise<Database> {
    const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    const pool = (dataSource.driver as unknown as { master: Pool }).master;
    return new Database(dataSource, options.schema, pool);
  }

  /** One statement on any connection of the pool. */
  async query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values: unknown[] = [],
  ): Promise<QueryResult<R>> {
    try {
      return await this.pool.query<R>(toConfig(statement, values));
    } catch (error) {
      throw translateFault(error);
    }
  }

  /** The raw connection, for COPY and advisory locks; released by the caller's function ending. */
  async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw translateFault(error);
    });
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
   * @param limit past which no statement runs on and nothing is committed: who was told `unavailable` finds nothing changed
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>, limit?: TimeLimit): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const after: (() => void)[] = [];
    try {
      const client = (await runner.connect()) as PoolClient;
      // Without a level named: Postgres' own is READ COMMITTED, and TypeORM would spend a round trip on saying so.
      await runner.startTransaction();
      if (limit) await client.query(statementLimit(limit));
      const result = await work(txOf(runner, client, after));
      limit?.assertMayBegin();
      await runner.commitTransaction();
      after.forEach((run) => run());
      return result;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw translateFault(error);
    } finally {
      await runner.release();
    }
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
    await this.dataSource.destroy();
  }
}

function txOf(runner: QueryRunner, client: PoolClient, after: (() => void)[]): Tx {
  return {
    manager: runner.manager,
    query: <R extends QueryResultRow>(statement: Named | string, values: unknown[] = []) =>
      client.query<R>(toConfig(statement, values)),
    afterCommit: (work) => after.push(work),
  };
}

function statementLimit(limit: TimeLimit): string {
  limit.assertMayBegin();
  return `set local statement_timeout = ${Math.max(1, Math.min(statementTimeoutMs, Math.floor(limit.toBeginMs)))}`;
}

function toConfig(statement: Named | string, values: unknown[]): { name?: string; text: string; values: unknown[] } {
  return typeof statement === 'string'
    ? { text: statement, values }
    : { name: statement.name, text: statement.text, values };
}
