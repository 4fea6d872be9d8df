import { Database, Named, Queryable } from '@app/persistence';
import { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';

/**
 * Connections of one part of a process, beside those that all of it shares: whatever holds all of these does not hold up
 * the part. Opened and closed with the process.
 */
export abstract class PoolBeside implements OnModuleInit, OnModuleDestroy {
  protected pool: Database;

  /** @param poolSize connections, at least 1 */
  protected constructor(
    private readonly shared: Database,
    private readonly poolSize: number,
  ) {}

  async onModuleInit(): Promise<void> {
    this.pool = await this.shared.beside(this.poolSize);
  }

  async onModuleDestroy(): Promise<void> {
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
}
