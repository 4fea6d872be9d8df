import { DATABASE } from '@app/boot';
import { Database, Named, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Label } from '../outcome/bound-outcome';

/** An answer of one document for an outcome that waits for it. */
export interface Arrived {
  organization: string;
  namespace: string;
  judgmentId: string;
  document: string;
  label: Label;
}

export interface Unchecked {
  id: string;
  organization: string;
  namespace: string;
  judgment_id: string;
  document: string;
}

/** The first to come: of several answers in a batch the earliest. */
const bind: Named = {
  name: 'binding-bind',
  text: `
    with came as (
      select distinct on (organization, namespace, judgment_id, document) * from jsonb_to_recordset($1::jsonb)
        as t(organization text, namespace text, judgment_id text, document text, answer_id text, version int,
          document_version bigint, engine_version text, judged_at timestamptz, number double precision,
          escape_p double precision, dist jsonb)
      order by organization, namespace, judgment_id, document, judged_at, answer_id
    ), held as (
      select o.organization, o.judgment_id, o.id from outcome o join came c using (organization, judgment_id, namespace, document)
      where o.waits order by 1, 2, 3 for update of o
    )
    update outcome o set waits = false, checked = true, answer_id = c.answer_id, version = c.version,
      document_version = c.document_version, engine_version = c.engine_version, judged_at = c.judged_at,
      number = c.number, escape_p = c.escape_p, dist = c.dist, changed_at = app.now()
    from held h, came c
    where (o.organization, o.judgment_id, o.id) = (h.organization, h.judgment_id, h.id)
      and (o.organization, o.judgment_id, o.namespace, o.document) = (c.organization, c.judgment_id, c.namespace, c.document)`,
};

/**
 * Nothing can be observed of a document that is gone: its windows close and leave no outcome, and no item asks about
 * it.
 */
const deletedDocuments: Named = {
  name: 'binding-deleted',
  text: `
    with gone as (
      select * from unnest($3::text[], $4::bigint[]) as t(document, version)
    ), windows as (
      delete from open_window w using gone t where w.organization = $1 and w.namespace = $2 and w.document = t.document
        and w.document_version <= t.version
    ), items as (
      delete from queue_item q using gone t where q.organization = $1 and q.namespace = $2 and q.document = t.document
        and q.document_version <= t.version
    )
    update outcome o set document_deleted = true, waits = false, checked = true, changed_at = app.now()
    from gone t
    where o.organization = $1 and o.namespace = $2 and o.document = t.document and not o.document_deleted
      and coalesce(o.document_version, t.version) <= t.version`,
};

/** Fits of the namespace's own judgments and of its detached copies, with their samples; a template's pool others and stay. */
const fitsOfNamespace: Named = {
  name: 'binding-erase-fits',
  text: `
    delete from fit where organization = $1 and (scope = $2 or scope = '' and judgment_id in (
      select judgment_id from judgment where organization = $1 and scope = $2 and kind = 'judgment' and copied is null))`,
};

@Injectable()
export class BindingStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @returns how many outcomes were bound */
  async bind(arrived: Arrived[], tx: Pick<Tx, 'query'> = this.database): Promise<number> {
    if (arrived.length === 0) return 0;
    const rows = arrived.map(({ organization, namespace, judgmentId, document, label }) => ({
      organization,
      namespace,
      judgment_id: judgmentId,
      document,
      answer_id: label.answerId,
      version: label.version,
      document_version: label.documentVersion,
      engine_version: label.engineVersion,
      judged_at: label.judgedAt,
      number: label.number,
      escape_p: label.escapeP,
      dist: label.dist,
    }));
    const { rowCount } = await tx.query(bind, [JSON.stringify(rows)]);
    return rowCount ?? 0;
  }

  /** Outcomes that began to wait while an answer may have passed by, oldest first. */
  async unchecked(limit: number): Promise<Unchecked[]> {
    const { rows } = await this.database.query<Unchecked>(
      {
        name: 'binding-unchecked',
        text: `select id, organization, namespace, judgment_id, document from outcome where not checked
               order by created_at limit $1`,
      },
      [limit],
    );
    return rows;
  }

  async checked(outcomes: Unchecked[]): Promise<void> {
    await this.database.query(
      {
        name: 'binding-checked',
        text: `update outcome set checked = true where (organization, judgment_id, id) in
               (select * from unnest($1::text[], $2::text[], $3::text[]))`,
      },
      [
        outcomes.map(({ organization }) => organization),
        outcomes.map(({ judgment_id }) => judgment_id),
        outcomes.map(({ id }) => id),
      ],
    );
  }

  /** The name under which judgments is asked; null when the judgment is archived or not known any more. */
  async nameOf(organization: string, judgmentId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ name: string }>(
      {
        name: 'binding-name',
        text: `select name from judgment where organization = $1 and judgment_id = $2 and kind = 'judgment' and not archived`,
      },
      [organization, judgmentId],
    );
    return rows[0]?.name ?? null;
  }

  async markDeleted(
    organization: string,
    namespace: string,
    documents: { id: string; version: number }[],
  ): Promise<void> {
    await this.database.query(deletedDocuments, [
      organization,
      namespace,
      documents.map(({ id }) => id),
      documents.map(({ version }) => version),
    ]);
  }

  /** Erases what is held of a namespace. */
  async erase(organization: string, namespace: string): Promise<void> {
    for (const table of ['outcome', 'open_window', 'queue_item']) {
      await this.database.query(`delete from ${table} where organization = $1 and namespace = $2`, [
        organization,
        namespace,
      ]);
    }
    await this.database.query(fitsOfNamespace, [organization, namespace]);
    await this.database.query('delete from judgment where organization = $1 and scope = $2', [organization, namespace]);
  }
}
