import { CONFIG, DATABASE } from '@app/boot';
import { Database, Named, Queryable } from '@app/persistence';
import { Inject, Injectable, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';

/**
 * Connections of the non-calling requests alone. A read that waits for judging holds none of them, so judgments can
 * always fetch the documents that the read waits for.
 */
@Injectable()
export class ReaderPool implements Queryable, OnModuleInit, OnModuleDestroy {
  private pool: Database;

  constructor(
    @Inject(CONFIG) private readonly config: { databaseUrl: string; readerPoolSize: number },
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { databaseUrl: url, readerPoolSize: poolSize } = this.config;
    this.pool = await Database.open({ url, schema: this.database.schema, poolSize });
  }

  query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values?: unknown[],
  ): Promise<QueryResult<R>> {
    return this.pool.query<R>(statement, values);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
