import { CONFIG, DATABASE } from '@app/boot';
import { Database, Named, Queryable } from '@app/persistence';
import { Inject, Injectable, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { QueryResult, QueryResultRow } from 'pg';

/**
 * Connections of admission alone: keys and idempotency. Routes, mails and gauges have the connections of the process, so
 * whatever holds all of those neither keeps a revoked key alive nor lets a keyed request run twice.
 */
@Injectable()
export class AdmissionDatabase implements Queryable, OnModuleInit, OnModuleDestroy {
  private pool: Database;

  constructor(
    @Inject(CONFIG) private readonly config: { databaseUrl: string; admissionPoolSize: number },
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    const { databaseUrl: url, admissionPoolSize: poolSize } = this.config;
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
