import { DATABASE } from '@app/boot';
import { NamespaceDeleted } from '@app/contracts';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/** What a namespace fills, by its compact id. The queue comes first, so that nothing is recorded while the rest goes. */
export const erasedTables = ['pending', 'turn', 'head', 'answer', 'context', 'statistic', 'erased_image'] as const;

@Injectable()
export class ErasureStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /**
   * Marks a deleted namespace and resets its settings; false when as great a revision is known, such as that of a
   * namespace made again under the name, or of this very deletion.
   */
  async begin(tx: Tx, { organization, namespace, revision }: NamespaceDeleted): Promise<boolean> {
    const { rowCount } = await tx.query(
      `insert into namespace as n (organization, name, revision, erasing) values ($1, $2, $3, true)
       on conflict (organization, name) do update
         set revision = excluded.revision, default_engine = null, fanout = '{}', paused = false, erasing = true
       where n.revision < excluded.revision`,
      [organization, namespace, revision],
    );
    if (rowCount === 0) return false;
    await tx.query(
      `delete from judgment_override o using judgment j where j.id = o.judgment_id and j.organization = $1 and o.scope = $2`,
      [organization, namespace],
    );
    return true;
  }

  /** The compact id of a namespace whose rows are still to be erased for this deletion. */
  async underWay({ organization, namespace, revision }: NamespaceDeleted): Promise<string | null> {
    const { rows } = await this.db.query<{ id: string }>(
      'select id from namespace where organization = $1 and name = $2 and revision = $3 and erasing',
      [organization, namespace, revision],
    );
    return rows[0]?.id ?? null;
  }

  /** Erases a piece in a transaction of its own. @returns how many rows went */
  async eraseRows(table: (typeof erasedTables)[number], id: string, limit: number): Promise<number> {
    // A place in a table is one of each of its partitions, so the first that has rows is emptied first.
    const { rowCount } = await this.db.query(
      `with part as materialized (select tableoid as oid from ${table} where namespace_id = $1 limit 1)
       delete from ${table} where namespace_id = $1 and tableoid = (select oid from part) and ctid = any(array(
         select ctid from ${table} where namespace_id = $1 and tableoid = (select oid from part) limit $2))`,
      [id, limit],
    );
    return rowCount ?? 0;
  }

  /** @returns whether nothing is left */
  async end(id: string): Promise<boolean> {
    const left = erasedTables.map((table) => `exists (select from ${table} where namespace_id = $1)`).join(' or ');
    const { rowCount } = await this.db.query(
      `update namespace set erasing = false where id = $1 and erasing and not (${left})`,
      [id],
    );
    if (rowCount === 1) return true;
    const { rows } = await this.db.query<{ erasing: boolean }>('select erasing from namespace where id = $1', [id]);
    return !rows[0].erasing;
  }
}
