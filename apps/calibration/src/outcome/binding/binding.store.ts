import { Named, Queryable } from '@app/persistence';
import { ArrivedLabel, arrivedToRow } from '../label/label';

/** An outcome that began to wait while its answer may already have been recorded. */
export interface UncheckedOutcome {
  id: string;
  organization: string;
  namespace: string;
  judgment_id: string;
  document: string;
}

/**
 * Of several answers of a document in one batch, the outcome labels the earliest. Its answer becomes part of its identity,
 * as for one that finds its answer at once. A post may have recorded that identity meanwhile: then both labels stand, and
 * the id keeps the two apart.
 */
const bind: Named = {
  name: 'binding-bind',
  text: `
    with arrived as (
      select distinct on (organization, namespace, judgment_id, document) * from jsonb_to_recordset($1::jsonb)
        as t(organization text, namespace text, judgment_id text, document text, answer_id text, version int,
          document_version bigint, engine_version text, judged_at timestamptz, number double precision,
          escape_p double precision, dist jsonb, features jsonb, parts jsonb)
      order by organization, namespace, judgment_id, document, judged_at, answer_id
    ), held as (
      select o.organization, o.judgment_id, o.id
      from outcome o join arrived a using (organization, judgment_id, namespace, document)
      where o.waits order by 1, 2, 3 for update of o
    )
    update outcome o set waits = false, checked = true, unmatched = null,
      identity = o.identity || '&in_force=' || a.answer_id || case when exists (select from outcome other
        where (other.organization, other.judgment_id, other.namespace, other.document, other.identity)
          = (o.organization, o.judgment_id, o.namespace, o.document, o.identity || '&in_force=' || a.answer_id))
        then '&' || o.id else '' end,
      answer_id = a.answer_id, version = a.version,
      document_version = a.document_version, engine_version = a.engine_version, judged_at = a.judged_at,
      number = a.number, escape_p = a.escape_p, dist = a.dist,
      features = a.features, parts = a.parts, changed_at = app.now()
    from held h, arrived a
    where (o.organization, o.judgment_id, o.id) = (h.organization, h.judgment_id, h.id)
      and (o.organization, o.judgment_id, o.namespace, o.document) = (a.organization, a.judgment_id, a.namespace, a.document)`,
};

const unchecked: Named = {
  name: 'binding-unchecked',
  text: `select id, organization, namespace, judgment_id, document from outcome where not checked
         order by created_at limit $1`,
};

const check: Named = {
  name: 'binding-checked',
  text: `update outcome set checked = true where (organization, judgment_id, id) in
         (select * from unnest($1::text[], $2::text[], $3::text[]))`,
};

/** Binds the outcomes that wait for these answers. @returns how many outcomes it bound */
export async function bindWaiting(to: Queryable, arrived: ArrivedLabel[]): Promise<number> {
  if (arrived.length === 0) return 0;
  const { rowCount } = await to.query(bind, [JSON.stringify(arrived.map(arrivedToRow))]);
  return rowCount ?? 0;
}

/** Outcomes to ask judgments about, oldest first. */
export async function readUnchecked(from: Queryable, limit: number): Promise<UncheckedOutcome[]> {
  return (await from.query<UncheckedOutcome>(unchecked, [limit])).rows;
}

/** Records that judgments was asked about these outcomes. */
export async function markChecked(to: Queryable, outcomes: UncheckedOutcome[]): Promise<void> {
  await to.query(check, [
    outcomes.map(({ organization }) => organization),
    outcomes.map(({ judgment_id }) => judgment_id),
    outcomes.map(({ id }) => id),
  ]);
}
