import type { Named, Queryable } from '@app/persistence';
import { isMadeBefore } from '../../answer/retention/gone.store';
import type { Label } from './label';

/** What is stored of a labelled answer and its context. */
export interface LabelRow {
  /** Null when no such answer is known any more: it was deleted, or it reached its age. */
  hash: string | null;
  gone: 'deleted' | 'image_erased' | null;
  documentVersion: number;
  readAt: Date | null;
  judgedAt: Date | null;
  truncated: boolean;
  /** Null when the context is stored no longer. */
  text: string | null;
  tokens: number;
  images: string[];
  now: Date;
}

/** An answer that was reinstated stands under several records; the first of them is the one that was read. */
const find: Named = {
  name: 'label-contexts',
  text: `
    select app.now() as now, (select extract(epoch from gone_before) * 1000 from answer_retention)::float8 as "goneBeforeMs", coalesce(k.hash, a.context_hash) as hash,
      coalesce(k.document_version, a.document_version, 0)::int as "documentVersion", coalesce(k.read_at, a.read_at) as "readAt",
      a.judged_at as "judgedAt", coalesce(k.truncated, a.truncated, false) as truncated,
      case when k.gone is not null then k.gone when a.erased or (a.id is null and k.hash is null) then 'deleted'
        when k.hash is null and c.image_erased then 'image_erased' end as gone,
      coalesce(k.text, c.text) as text, coalesce(k.tokens, c.tokens, 0) as tokens, coalesce(k.images, c.images, '{}') as images
    from unnest($2::bigint[], $3::text[], $4::text[]) with ordinality as l(ns, doc, answer, i)
    left join kept_context k on k.namespace_id = l.ns and k.document_id = l.doc and k.judgment_id = $1 and k.answer_id = l.answer
    left join lateral (select * from answer a where a.namespace_id = l.ns and a.document_id = l.doc and a.judgment_id = $1
      and a.id = l.answer order by a.record limit 1) a on true
    left join lateral (select * from context c where k.hash is null and c.namespace_id = l.ns and c.document_id = l.doc
      and c.hash = a.context_hash order by c.month desc limit 1) c on true
    order by l.i`,
};

/** What is stored of some labelled answers of a judgment, in their order. */
export async function labelRows(db: Queryable, judgmentId: string, labels: readonly Label[]): Promise<LabelRow[]> {
  const { rows } = await db.query<LabelRow & { goneBeforeMs: number }>(find, [
    judgmentId,
    labels.map(({ namespaceId }) => namespaceId),
    labels.map(({ document }) => document),
    labels.map(({ answerId }) => answerId),
  ]);
  // An answer that reached its age is no sign that its document was deleted.
  return rows.map(({ goneBeforeMs, ...row }, i) =>
    row.hash === null && isMadeBefore(labels[i].answerId, goneBeforeMs) ? { ...row, gone: null } : row,
  );
}
