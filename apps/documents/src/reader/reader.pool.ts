import { CONFIG, DATABASE, DatabaseBeside } from '@app/boot';
import { Database, Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/**
 * Connections of the non-calling requests alone. A read that waits for judging holds none of them, so judgments can
 * always fetch the documents that the read waits for.
 */
@Injectable()
export class ReaderPool extends DatabaseBeside {
  constructor(@Inject(CONFIG) config: { readerPoolSize: number }, @Inject(DATABASE) shared: Database) {
    super(shared, config.readerPoolSize);
  }

  /** Several statements that read one database snapshot. */
  snapshot<T>(work: (from: Queryable) => Promise<T>): Promise<T> {
    return this.pool.withConnection(async (connection) => {
      await connection.query('begin isolation level repeatable read read only');
      try {
        const result = await work(connection);
        await connection.query('commit');
        return result;
      } catch (error) {
        await connection.rollBack();
        throw error;
      }
    });
  }
}
