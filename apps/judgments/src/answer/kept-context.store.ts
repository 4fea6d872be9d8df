import type { Queryable, Tx } from '@app/persistence';

/** An answer whose context is kept. */
export interface KeptAnswer {
  namespaceId: string;
  document: string;
  answerId: string;
}

/** A context that no sample names is kept this much longer; calibration names its samples at least monthly. */
export const keepDays = 100;

/** Copies that a statement empties, or deletes at their age, at once. */
const rowsPerStatement = 500;

/**
 * Keeps the contexts of some answers of a judgment, and those that are kept already for longer. The lock on the answer
 * lets a deletion of its document either wait, and then empty the copy, or be seen here. Erasures of images are held off
 * as they are while contexts are recorded (`emptyErased`).
 */
export async function keepContexts(tx: Tx, judgmentId: string, answers: readonly KeptAnswer[]): Promise<void> {
  for (const id of [...new Set(answers.map(({ namespaceId }) => namespaceId))].sort()) {
    await tx.query(`select pg_advisory_xact_lock_shared(hashtextextended($1 || ' pictures', 0))`, [id]);
  }
  await tx.query(
    {
      name: 'context-keep',
      text: `
        insert into kept_context as k (namespace_id, document_id, judgment_id, answer_id, version, engine_version, hash,
          document_version, read_at, format, tokens, truncated, text, images, gone, keep_until)
        select a.namespace_id, a.document_id, a.judgment_id, a.id, a.version, a.engine_version, a.context_hash,
          a.document_version, a.read_at, c.format, c.tokens, a.truncated, c.text, c.images,
          case when c.image_erased then 'image_erased' end, app.now() + make_interval(days => $5)
        from unnest($2::bigint[], $3::text[], $4::text[]) as s(ns, doc, answer)
          join lateral (select * from answer a where a.namespace_id = s.ns and a.document_id = s.doc and a.judgment_id = $1
            and a.id = s.answer and not a.erased order by a.record limit 1 for share) a on true
          join lateral (select * from context c where c.namespace_id = s.ns and c.document_id = s.doc
            and c.hash = a.context_hash order by c.month desc limit 1) c on true
        order by s.ns, s.doc, s.answer
        on conflict (namespace_id, document_id, judgment_id, answer_id) do update
          set keep_until = greatest(k.keep_until, excluded.keep_until)`,
    },
    [judgmentId, ...columnsOf(answers), keepDays],
  );
  // A copy outlives its context: what is kept already is kept for longer without one.
  await tx.query(
    {
      name: 'context-keep-longer',
      text: `update kept_context k set keep_until = greatest(k.keep_until, app.now() + make_interval(days => $5))
             from unnest($2::bigint[], $3::text[], $4::text[]) as s(ns, doc, answer)
             where (k.namespace_id, k.document_id, k.judgment_id, k.answer_id) = (s.ns, s.doc, $1, s.answer)`,
    },
    [judgmentId, ...columnsOf(answers), keepDays],
  );
  await tx.query(
    `update kept_context k set text = '', tokens = 0, gone = 'image_erased'
     from unnest($2::bigint[], $3::text[], $4::text[]) as s(ns, doc, answer)
     where (k.namespace_id, k.document_id, k.judgment_id, k.answer_id) = (s.ns, s.doc, $1, s.answer) and k.gone is null
       and exists (select from erased_image e where e.namespace_id = k.namespace_id and e.image = any(k.images)
         and e.erased_at >= coalesce(k.read_at, '-infinity'))`,
    [judgmentId, ...columnsOf(answers)],
  );
}

function columnsOf(answers: readonly KeptAnswer[]): unknown[] {
  return [
    answers.map(({ namespaceId }) => namespaceId),
    answers.map(({ document }) => document),
    answers.map(({ answerId }) => answerId),
  ];
}

/** Empties what is kept of deleted documents; the rows stay and say why. `values` as `forgetAnswers` has them. */
export async function emptyKeptOfDeleted(tx: Tx, values: unknown[]): Promise<void> {
  await tx.query(
    `update kept_context t set text = '', tokens = 0, gone = 'deleted'
     from unnest($2::text[], $3::bigint[]) as d(id, version)
     where t.namespace_id = $1 and t.document_id = d.id and t.document_version <= d.version and t.gone is distinct from 'deleted'`,
    values,
  );
}

/** Empties up to 500 kept contexts of a namespace that hold an image. @returns how many it emptied */
export async function emptyKeptWithImage(
  db: Queryable,
  organization: string,
  namespace: string,
  image: string,
): Promise<number> {
  const { rowCount } = await db.query(
    `update kept_context set text = '', tokens = 0, gone = 'image_erased' where ctid = any(array(
       select k.ctid from kept_context k join namespace n on n.id = k.namespace_id and n.organization = $1 and n.name = $2
       where k.images <> '{}' and k.images @> array[$3] and k.gone is null limit ${rowsPerStatement}))`,
    [organization, namespace, image],
  );
  return rowCount ?? 0;
}
