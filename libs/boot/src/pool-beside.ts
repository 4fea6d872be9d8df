import { Database, Named, PoolBesideOptions, Queryable } from '@app/persistence';
import { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';

/**
 * Connections of one part of a process, beside those that all of it shares: whatever holds all of these does not hold up
 * the part. Opened and closed with the process: requests under way when it ends still use them.
 */
export abstract class PoolBeside implements OnModuleInit, OnApplicationShutdown {
  protected pool: Database;

  protected constructor(
    private readonly shared: Database,
    private readonly options: PoolBesideOptions,
  ) {}

  async onModuleInit(): Promise<void> {
    this.pool = await this.shared.openBeside(this.options);
  }

  /** Nest calls it after the bus has drained; `onModuleDestroy` comes before. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** Connections beside the shared ones on which any statement may run. */
export abstract class DatabaseBeside extends PoolBeside implements Queryable {
  query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values?: unknown[],
  ): Promise<QueryResult<R>> {
    return this.pool.query<R>(statement, values);
  }

  /** Whether a select without parameters finds a row. What is asked at the same moment is one statement. */
  finds(select: string): Promise<boolean> {
    return this.pool.finds(select);
  }
}
