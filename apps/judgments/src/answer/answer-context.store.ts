import type { ContextGone } from '@app/contracts/judgments';
import type { Named, Queryable } from '@app/persistence';
import type { AnswerKey, AnswerRow } from './answer';

/** An answer of record and what is stored of the context that its engine read. */
export interface AnswerWithContext extends AnswerRow {
  /** Null when it is stored no longer. */
  text: string | null;
  tokens: number | null;
  images: string[];
  gone: ContextGone | null;
}

/** A context lives 90 days; the copy that calibration keeps of it may live longer. */
const find: Named = {
  name: 'answer-with-context',
  text: `
    select a.*, coalesce(k.images, c.images, '{}') as images, g.gone,
      case when g.gone is null then coalesce(k.text, c.text) end as text,
      case when g.gone is null then coalesce(k.tokens, c.tokens) end as tokens
    from (select * from answer where namespace_id = $1 and document_id = $2 and judgment_id = $3 and id = $4
      and not erased order by record desc limit 1) a
    left join kept_context k on k.namespace_id = $1 and k.document_id = $2 and k.judgment_id = $3 and k.answer_id = $4
    left join lateral (select * from context c where c.namespace_id = $1 and c.document_id = $2
      and c.hash = a.context_hash order by c.month desc limit 1) c on true
    cross join lateral (select case when k.gone is not null or c.image_erased then 'image_erased'
      when k.hash is null and c.hash is null then 'expired' end as gone) g`,
};

/** One answer of record with its context; null when there is none, or its document was deleted. */
export async function answerWithContext(
  db: Queryable,
  namespaceId: string,
  { document, judgmentId }: AnswerKey,
  answerId: string,
): Promise<AnswerWithContext | null> {
  const { rows } = await db.query<AnswerWithContext>(find, [namespaceId, document, judgmentId, answerId]);
  return rows[0] ?? null;
}
