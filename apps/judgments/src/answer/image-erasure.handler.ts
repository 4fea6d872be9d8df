import { DATABASE } from '@app/boot';
import { ImageErased } from '@app/contracts';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

const chunk = 500;

/**
 * Empties the contexts that held an erased picture. Their rows stay and say why, so that whoever would read one again
 * can tell an erased picture from a deleted document.
 */
@Injectable()
export class ImageErasureHandler {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** In chunks, each found by itself: a kill between two is mended by the fact, which comes again. */
  async erased({ organization, namespace, image }: ImageErased): Promise<void> {
    for (let emptied = chunk; emptied === chunk;) {
      const { rowCount } = await this.db.query(
        `update context c set text = '', tokens = 0, image_erased = true
         from (select d.namespace_id, d.document_id, d.hash, d.month from context d
               join namespace n on n.id = d.namespace_id and n.organization = $1 and n.name = $2
               where d.images <> '{}' and d.images @> array[$3] and not d.image_erased limit $4) held
         where c.namespace_id = held.namespace_id and c.document_id = held.document_id and c.hash = held.hash
           and c.month = held.month`,
        [organization, namespace, image, chunk],
      );
      emptied = rowCount ?? 0;
    }
  }
}
