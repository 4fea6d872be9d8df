import { CONFIG, poolOptionsOf } from '@app/boot';
import { Database, Named, Queryable } from '@app/persistence';
import { Inject, Injectable, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';
import { documentsSchema } from '../app.schema';

/**
 * Connections that only leaves use: a read that waits for judging holds none of them, so judging can always fetch what
 * the read waits for.
 */
@Injectable()
export class LeafPool implements Queryable, OnModuleInit, OnModuleDestroy {
  private database: Database;

  constructor(@Inject(CONFIG) private readonly config: { databaseUrl: string; leafPoolSize: number }) {}

  async onModuleInit(): Promise<void> {
    const { databaseUrl, leafPoolSize } = this.config;
    this.database = await Database.open(poolOptionsOf(documentsSchema, databaseUrl, leafPoolSize));
  }

  query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values?: unknown[],
  ): Promise<QueryResult<R>> {
    return this.database.query<R>(statement, values);
  }

  async onModuleDestroy(): Promise<void> {
    await this.database.close();
  }
}
