import type { Named, Queryable, Tx } from '@app/persistence';
import type { AnswerKey } from '../answer/answer';
import type { DeletedVersion } from '../answer/answer.store';

/** Finds due rows that their turn missed: two statements that ran at once may not have seen each other. */
const repair: Named = {
  name: 'pending-repair',
  text: `
  insert into turn as t (namespace_id, lane, next_due_at)
  select r.namespace_id, r.lane, min(r.due_at) from (
    select p.namespace_id, p.lane, p.due_at from pending p join namespace n on n.id = p.namespace_id and not n.paused
    where p.due_at <= app.now() - interval '1 s' order by p.due_at limit 1000) r
  group by 1, 2 order by 2, 1
  on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > app.now()`,
};

/** Makes the turns due of up to 1,000 rows that have been due for a second. */
export async function repairTurns(db: Queryable): Promise<void> {
  await db.query(repair);
}

/** Blocks a namespace's turns for some seconds, after billing refused its asks. */
export async function blockNamespace(db: Queryable, namespaceId: string, seconds: number): Promise<void> {
  await db.query(`update turn set blocked_until = app.now() + make_interval(secs => $2) where namespace_id = $1`, [
    namespaceId,
    seconds,
  ]);
}

/** Those of some answers that no process is judging now. */
export async function unclaimed(db: Queryable, namespaceId: string, keys: readonly AnswerKey[]): Promise<AnswerKey[]> {
  const { rows } = await db.query<AnswerKey>(
    {
      name: 'pending-unclaimed',
      text: `select k.doc as document, k.jdg as "judgmentId" from unnest($2::text[], $3::text[]) as k(doc, jdg)
             where not exists (select from pending p where p.namespace_id = $1 and p.document_id = k.doc
               and p.judgment_id = k.jdg and p.target_version = 0 and p.claim_id is not null)`,
    },
    [namespaceId, keys.map(({ document }) => document), keys.map(({ judgmentId }) => judgmentId)],
  );
  return rows;
}

/** Deletes the rows of deleted documents; a row that wants a later version of the document stays. */
export async function forgetPending(tx: Tx, namespaceId: string, deleted: readonly DeletedVersion[]): Promise<void> {
  await tx.query(
    `delete from pending p using unnest($2::text[], $3::bigint[]) as d(id, version)
     where p.namespace_id = $1 and p.document_id = d.id and p.version <= d.version`,
    [namespaceId, deleted.map(({ id }) => id), deleted.map(({ version }) => version)],
  );
}

/** Age in seconds of the oldest row that is due or claimed, paused namespaces left out; 0 when there is none. */
export async function oldestDueS(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ age: number | null }>(
    `select extract(epoch from app.now() - min(case when p.claim_id is null then greatest(p.due_at, p.wanted_at) else p.wanted_at end))::float8 as age
     from pending p join namespace n on n.id = p.namespace_id and not n.paused
     where p.wanted_at <= app.now() and (p.due_at <= app.now() or p.claim_id is not null)`,
  );
  return rows[0].age ?? 0;
}
