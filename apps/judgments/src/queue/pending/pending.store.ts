import { Freshness, isTemplate } from '@app/definition';
import type { Named, Queryable, Tx } from '@app/persistence';
import type { AnswerKey } from '../../answer/answer';
import type { DeletedVersion } from '../../answer/answer.store';
import { deferred, fanout, onChange } from './lane';
import type { PendingKey } from './pending';

const missed = `
    from pending p join namespace n on n.id = p.namespace_id and not n.paused
    where p.due_at <= app.now() - interval '1 s' and not (n.fanout_held and p.lane = ${fanout})`;

/** Finds due rows that their turn missed: two statements that ran at once may not have seen each other. */
const repair: Named = {
  name: 'pending-repair',
  text: `
  insert into turn as t (namespace_id, lane, next_due_at)
  select r.namespace_id, r.lane, min(r.due_at) from (
    select p.namespace_id, p.lane, p.due_at ${missed} order by p.due_at limit 1000) r
  group by 1, 2 order by 2, 1
  on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > app.now()`,
};

/** Select that finds a row when a row has been due for a second. */
export const missedRows = `select ${missed}`;

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

type Debounce = Pick<Freshness, 'debounce_ms' | 'max_wait_ms'>;
type NamespaceKey = AnswerKey & { namespaceId: string };

/** The row of each wanted answer of an active version, in the order of `keys`; null where it has none. */
export async function readWaitingRows(
  db: Queryable,
  keys: readonly NamespaceKey[],
): Promise<({ isClaimed: boolean } | null)[]> {
  const { rows } = await db.query<{ claimed: boolean; gone: boolean }>(
    {
      name: 'pending-waiting',
      text: `select p.claim_id is not null and p.document_id is not null as claimed, p.document_id is null as gone
             from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as k(ns, doc, jdg, i)
             left join pending p on p.namespace_id = k.ns and p.document_id = k.doc and p.judgment_id = k.jdg
               and p.target_version = 0
             order by k.i`,
    },
    keyColumns(keys),
  );
  return rows.map(({ claimed, gone }) => (gone ? null : { isClaimed: claimed }));
}

function keyColumns(keys: readonly NamespaceKey[]) {
  return [
    keys.map(({ namespaceId }) => namespaceId),
    keys.map(({ document }) => document),
    keys.map(({ judgmentId }) => judgmentId),
  ];
}

/** Deletes the rows of deleted documents, and returns them; a row that wants a later version of the document stays. */
export async function forgetPending(
  tx: Tx,
  namespaceId: string,
  deleted: readonly DeletedVersion[],
): Promise<PendingKey[]> {
  const { rows } = await tx.query<PendingKey>(
    `delete from pending p using unnest($2::text[], $3::bigint[]) as d(id, version)
     where p.namespace_id = $1 and p.document_id = d.id and p.version <= d.version
     returning p.document_id as document, p.judgment_id as "judgmentId", nullif(p.target_version, 0) as "targetVersion"`,
    [namespaceId, deleted.map(({ id }) => id), deleted.map(({ version }) => version)],
  );
  return rows;
}

/** Waiting rows that follow a change of their judgment's debounce (docs/contract.md#13-limits). */
const maxMoved = 10_000;

/**
 * Moves rows that wait for the end of a debounce to where the new one ends. A namespace with freshness of its own keeps it.
 * @param before, after the debounce and the longest wait of the judgment on `scope`
 */
export async function moveDebounced(
  tx: Tx,
  { organization, scope, judgmentId }: { organization: string; scope: string; judgmentId: string },
  before: Debounce,
  after: Debounce,
): Promise<void> {
  const prefix = isTemplate(scope) ? scope.slice(0, -1) : null;
  await tx.query(
    `with moved as (
       update pending p set wanted_at = w.at, due_at = w.at, max_wait_ms = $5
       from (select q.namespace_id, q.document_id,
           least(q.wanted_at + $4 * interval '1 ms', q.first_touch_at + $5 * interval '1 ms') as at
         from pending q join namespace n on n.id = q.namespace_id and n.organization = $1
           and (n.name = $2 or starts_with(n.name, $6)) and not exists (select from judgment_override o
             where $6 is not null and o.judgment_id = $3 and o.scope = n.name and o.freshness is not null)
         where q.judgment_id = $3 and q.target_version = 0 and q.lane = ${onChange} and q.claim_id is null
           and q.attempts = 0 and q.wanted_at > app.now() order by q.due_at limit ${maxMoved}) w
       where p.namespace_id = w.namespace_id and p.document_id = w.document_id and p.judgment_id = $3
         and p.target_version = 0 and p.claim_id is null
       returning p.namespace_id, p.lane, p.due_at)
     insert into turn as t (namespace_id, lane, next_due_at) select namespace_id, lane, min(due_at) from moved group by 1, 2 order by 2, 1
     on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > excluded.next_due_at`,
    [organization, scope, judgmentId, after.debounce_ms - before.debounce_ms, after.max_wait_ms, prefix],
  );
}

/**
 * Age in seconds of the oldest row that is due or claimed, 0 when there is none. Paused namespaces and fan-out that is held
 * or deferred are left out.
 */
export async function readOldestDueS(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ age: number | null }>(
    `select extract(epoch from app.now() - min(case when p.claim_id is null then greatest(p.due_at, p.wanted_at) else p.wanted_at end))::float8 as age
     from pending p join namespace n on n.id = p.namespace_id and not n.paused and not (n.fanout_held and p.lane = ${fanout})
     where p.lane < ${deferred} and p.wanted_at <= app.now() and (p.due_at <= app.now() or p.claim_id is not null)`,
  );
  return rows[0].age ?? 0;
}
