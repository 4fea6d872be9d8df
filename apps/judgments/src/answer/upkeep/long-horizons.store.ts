import { durationMs } from '@app/definition';
import type { Queryable } from '@app/persistence';

/** Of a month and a judgment, the contexts of this many answers are kept. */
const maxAnswers = 2_000;
const dayMs = 86_400_000;

interface LongJudgment {
  /** Under which id its answers are stored: a detached copy has its template's. */
  judgment_id: string;
  version: number;
  horizon: string;
}

/**
 * Keeps contexts of a month before it is dropped, for judgments whose outcomes come later than that: until then no sample
 * can name their answers. They are those with the lowest hash, from which samples are drawn, and stay for the horizon and
 * `slackDays` more.
 * @param partition name of the month's partition
 * @param afterDays days after which contexts are dropped
 */
export async function keepLongHorizons(
  db: Queryable,
  partition: string,
  afterDays: number,
  slackDays: number,
): Promise<void> {
  const { rows } = await db.query<LongJudgment>(
    `select distinct coalesce(j.key, j.id) as judgment_id, j.active_version as version, v.definition ->> 'horizon' as horizon
     from judgment j join judgment_version v on v.judgment_id = j.id and v.version = j.active_version
     where not j.archived and v.definition ->> 'horizon' is not null`,
  );
  for (const { judgment_id, version, horizon } of rows) {
    const days = Math.ceil((durationMs(horizon) ?? 0) / dayMs);
    if (days <= afterDays) continue;
    await db.query(
      `insert into kept_context (namespace_id, document_id, judgment_id, answer_id, version, engine_version, hash,
         document_version, read_at, format, tokens, truncated, text, images, gone, keep_until)
       select a.namespace_id, a.document_id, a.judgment_id, a.id, a.version, a.engine_version, a.context_hash,
         a.document_version, a.read_at, c.format, c.tokens, a.truncated, c.text, c.images,
         case when c.image_erased then 'image_erased' end, app.now() + make_interval(days => $3)
       from (select distinct on (hashtextextended(a.id, 7), a.id) a.* from answer a
             join ${partition} c on (c.namespace_id, c.document_id, c.hash) = (a.namespace_id, a.document_id, a.context_hash)
             where a.judgment_id = $1 and a.version = $2 and not a.erased
             order by hashtextextended(a.id, 7), a.id limit ${maxAnswers}) a
         join ${partition} c on (c.namespace_id, c.document_id, c.hash) = (a.namespace_id, a.document_id, a.context_hash)
       on conflict do nothing`,
      [judgment_id, version, days + slackDays],
    );
  }
}
