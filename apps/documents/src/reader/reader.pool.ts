import { CONFIG, DATABASE, DatabaseBeside } from '@app/boot';
import { Database } from '@app/persistence';
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
}
