import { DATABASE } from '@app/boot';
import { ImageErased } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { emptyKeptWithImage } from '../answer/kept-context.store';

const rowsPerStatement = 500;

/**
 * Empties the contexts that hold an erased image. Their rows stay and say why they are empty, so that a scoring which
 * reads one again can tell an erased image from a deleted document.
 */
@Injectable()
export class ImageErasureHandler {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Each statement finds its own rows. After a kill between two the fact comes again and the rest follows. */
  async applyErasure(fact: ImageErased): Promise<void> {
    const { organization, namespace, image } = fact;
    await this.mark(fact);
    for (let emptied = rowsPerStatement; emptied === rowsPerStatement;) {
      const { rowCount } = await this.db.query(
        `update context c set text = '', tokens = 0, image_erased = true
         from (select d.namespace_id, d.document_id, d.hash, d.month from context d
               join namespace n on n.id = d.namespace_id and n.organization = $1 and n.name = $2
               where d.images <> '{}' and d.images @> array[$3] and not d.image_erased limit $4) held
         where c.namespace_id = held.namespace_id and c.document_id = held.document_id and c.hash = held.hash
           and c.month = held.month`,
        [organization, namespace, image, rowsPerStatement],
      );
      emptied = rowCount ?? 0;
    }
    while ((await emptyKeptWithImage(this.db, organization, namespace, image)) > 0);
  }

  /**
   * Marks the image as erased. From then on a context that was read before is recorded empty. Transactions that record
   * contexts with images hold the same lock shared: each has committed by now, and `erased` finds its contexts, or it
   * sees the mark.
   */
  private async mark({ organization, namespace, image }: ImageErased): Promise<void> {
    await this.db.transaction('judgments.image-erasure', async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        'select id from namespace where organization = $1 and name = $2',
        [organization, namespace],
      );
      if (rows.length === 0) return;
      await tx.query(`select pg_advisory_xact_lock(hashtextextended($1 || ' pictures', 0))`, [rows[0].id]);
      await tx.query(
        `insert into erased_image (namespace_id, image, erased_at) values ($1, $2, app.now())
         on conflict (namespace_id, image) do update set erased_at = excluded.erased_at`,
        [rows[0].id, image],
      );
    });
  }
}
