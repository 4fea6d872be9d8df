import type { Tx } from '@app/persistence';

/** Rows of a partition that a statement looks at. */
const rowsPerPage = 1_000;

/** Position before the first row of a partition: namespace, document, judgment and record. */
export const beforeAll = ['-1', '', '', '0'];

/** What one look at a page of a partition found. */
export interface KeptPage {
  looked: number;
  kept: number;
  /** Key of the last row that was looked at; null at the end of the partition. */
  after: string[] | null;
}

const ofKey = (a: string, b: string): string =>
  `${a}.namespace_id = ${b}.namespace_id and ${a}.document_id = ${b}.document_id and ${a}.judgment_id = ${b}.judgment_id`;

/**
 * Copies what is kept of a page of `source` to `answer_keeping`. An answer has a row for each time that it came into force,
 * all of the same `judged_at`. Its rows stay when it was in force at $6 or later, or when the head of a version that is not
 * active names it. `earlier` are those of an answer that is in force again.
 *
 * What was in force at a moment is the newest record that came into force by then, so older records of its key are not kept:
 * the index alone tells that of most rows. The lock on kept rows lets a deletion of their document wait and then find the copy,
 * or be seen here (`forgetAnswers`).
 */
const textOf = (source: string): string => `
  with page as materialized (
    select namespace_id, document_id, judgment_id, record, judged_at from ${source}
    where (namespace_id, document_id, judgment_id, record) > ($1::bigint, $2, $3, $4::bigint)
    order by namespace_id, document_id, judgment_id, record limit $5),
  keyed as materialized (
    select k.*, f.record as in_force, b.named from (
      select namespace_id, document_id, judgment_id, array_agg(record) as records, array_agg(judged_at) as times
      from page group by 1, 2, 3) k
    left join lateral (select a.record from answer a where ${ofKey('a', 'k')} and a.judged_at <= $6::timestamptz
      and a.since is distinct from 'infinity' and coalesce(a.since, a.judged_at) <= $6
      order by a.record desc limit 1) f on true
    cross join lateral (select array_agg(h.answer_id) as named from head h where ${ofKey('h', 'k')} and h.target_version > 0) b),
  kept as materialized (
    select a.* from keyed k cross join lateral unnest(k.records, k.times) as p(record, judged_at)
    cross join lateral (select * from ${source} a where ${ofKey('a', 'k')} and a.record = p.record and a.judged_at = p.judged_at
      and (a.since is distinct from 'infinity' and (k.in_force is null or p.record >= k.in_force)
          and (not a.erased or a.erased_at >= $6)
        or a.id = any(k.named) and not a.erased)
      for share) a
    where k.in_force is null or p.record >= k.in_force or k.named is not null),
  earlier as materialized (
    select a.* from kept k join ${source} a on ${ofKey('a', 'k')} and a.record < k.record and a.judged_at = k.judged_at
      and a.id = k.id
    where k.since < 'infinity'
    for share of a),
  copied as (insert into answer_keeping select * from kept union all select * from earlier on conflict do nothing)
  select (select count(*) from page)::int as looked, (select count(*) from kept)::int as kept,
    (select array[namespace_id::text, document_id, judgment_id, record::text] from page
     order by namespace_id desc, document_id desc, judgment_id desc, record desc limit 1) as after`;

/**
 * @param after key of the row behind which the page begins
 * @param inForceAt RFC 3339
 * @param most rows that it looks at
 */
export async function keepPage(
  tx: Tx,
  source: string,
  after: readonly string[],
  inForceAt: string,
  most = rowsPerPage,
): Promise<KeptPage> {
  const { rows } = await tx.query<KeptPage>(textOf(source), [...after, most, inForceAt]);
  const [{ looked, kept, after: last }] = rows;
  return { looked, kept, after: looked < most ? null : last };
}
