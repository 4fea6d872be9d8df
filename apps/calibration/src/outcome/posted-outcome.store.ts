import type { NamespaceRef } from '@app/contracts';
import { Named, Queryable, newId } from '@app/persistence';
import { ruleAuthor } from './author';
import { labelToRow } from './label/label';
import { BoundOutcome, isHindsight, unmatchedReason } from './bound-outcome';
import { StoredOutcome } from './outcome-changes';

/** The namespace and judgment that outcomes belong to. */
export interface OutcomeTarget extends NamespaceRef {
  judgmentId: string;
}

/** How many outcomes an insert recorded, replaced and left unchanged. */
export interface AddedOutcomes {
  recorded: number;
  replaced: number;
  unchanged: number;
}

/**
 * Posts take this lock shared, and closing windows takes it alone, so that neither misses the other's outcomes. It must be
 * a statement of its own: only a later statement sees what was committed while this one waited.
 */
const lockShared: Named = {
  name: 'outcome-lock-shared',
  text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
};

/**
 * The condition on documents looks redundant. Without it, a plan that Postgres prepared for an empty table would scan the
 * full table once for each outcome.
 */
const stored: Named = {
  name: 'outcome-stored',
  text: `select id, document, identity, value, escape, answer_id from outcome
         where organization = $1 and judgment_id = $2 and namespace = $3 and document = any($4)
           and (document, identity) in (select * from unnest($4::text[], $5::text[]))
         order by document, identity for update`,
};

const columns = `document text, identity text, value jsonb, escape boolean, observed_at timestamptz, as_of timestamptz,
  hindsight boolean, latest boolean, unmatched text, answer_id text, version int, document_version bigint, engine_version text, judged_at timestamptz,
  number double precision, escape_p double precision, dist jsonb, features jsonb, parts jsonb`;

/**
 * Of two simultaneous posts of one outcome the later one's value stays. An outcome of an answer that the review queue drew
 * gets the source `queue`, the draw and its weight. The statement deletes implicit outcomes that a new one
 * contradicts: those of the same answer, and those of an answer in whose window the new one was observed.
 */
const add: Named = {
  name: 'outcome-add',
  text: `
    with sent as (
      select * from jsonb_to_recordset($4::jsonb) as t(id text, ${columns})
    ), contradicted as (
      delete from outcome i using sent t
      where i.source = 'implicit' and i.organization = $1 and i.judgment_id = $2 and i.namespace = $3 and i.document = t.document
        and (i.answer_id = t.answer_id or (i.judged_at < coalesce(t.observed_at, app.now())
          and coalesce(t.observed_at, app.now()) <= i.observed_at))
    )
    insert into outcome as o (organization, judgment_id, namespace, id, document, identity, value, escape, source, observed_at,
      as_of, hindsight, latest, unmatched, waits, checked, answer_id, version, document_version, engine_version, judged_at, number, escape_p, dist,
      features, parts, author, weight, draw, draw_size)
    select $1, $2, $3, t.id, t.document, t.identity, t.value, t.escape,
      case when $5::text = 'posted' and q.answer_id is not null then 'queue' else $5::text end, coalesce(t.observed_at, app.now()), t.as_of,
      t.hindsight, t.latest, t.unmatched, t.latest and t.answer_id is null, not (t.latest and t.answer_id is null), t.answer_id, t.version,
      t.document_version, t.engine_version, t.judged_at, t.number, t.escape_p, t.dist, t.features, t.parts, $6::text,
      case when $5::text = 'posted' then coalesce(q.weight, 1) else 1 end,
      case when $5::text = 'posted' then coalesce(q.draw, 0) else 0 end,
      case when $5::text = 'posted' then coalesce(q.draw_size, 0) else 0 end
    from sent t left join queue_item q
      on (q.organization, q.judgment_id, q.namespace, q.answer_id) = ($1, $2, $3, t.answer_id)
    order by t.document, t.identity
    on conflict on constraint outcome_identity do update set value = excluded.value, escape = excluded.escape,
      observed_at = excluded.observed_at, author = excluded.author, changed_at = app.now()
      where (o.value, o.escape) is distinct from (excluded.value, excluded.escape)
    returning xmax = 0 as inserted`,
};

/** Replaces the value, and the answer only when judgments found one. */
const replace: Named = {
  name: 'outcome-replace',
  text: `
    update outcome o set identity = t.identity, value = t.value, escape = t.escape,
      observed_at = coalesce(t.observed_at, app.now()), as_of = t.as_of, changed_at = app.now(),
      author = $4, hindsight = t.hindsight or (t.answer_id is null and o.answer_id is not null and o.hindsight), latest = t.latest, waits = o.waits and t.answer_id is null,
      unmatched = case when t.answer_id is null and o.answer_id is null then t.unmatched end,
      answer_id = coalesce(t.answer_id, o.answer_id),
      version = case when t.answer_id is null then o.version else t.version end,
      document_version = case when t.answer_id is null then o.document_version else t.document_version end,
      engine_version = case when t.answer_id is null then o.engine_version else t.engine_version end,
      judged_at = case when t.answer_id is null then o.judged_at else t.judged_at end,
      number = case when t.answer_id is null then o.number else t.number end,
      escape_p = case when t.answer_id is null then o.escape_p else t.escape_p end,
      dist = case when t.answer_id is null then o.dist else t.dist end,
      features = case when t.answer_id is null then o.features else t.features end,
      parts = case when t.answer_id is null then o.parts else t.parts end
    from jsonb_to_recordset($3::jsonb) as t(id text, ${columns})
    where o.organization = $1 and o.judgment_id = $2 and o.id = t.id`,
};

/** Keeps the windows of the judgment from closing until the transaction ends. */
export async function lockWindows(tx: Queryable, { organization, judgmentId }: OutcomeTarget): Promise<void> {
  await tx.query(lockShared, [`${organization} ${judgmentId}`]);
}

/** Reads and locks the stored outcomes of some keys. @param keys pairs of document and identity */
export async function lockOutcomes(
  tx: Queryable,
  { organization, namespace, judgmentId }: OutcomeTarget,
  keys: [document: string, identity: string][],
): Promise<StoredOutcome[]> {
  const { rows } = await tx.query<StoredOutcome>(stored, [
    organization,
    judgmentId,
    namespace,
    keys.map(([document]) => document),
    keys.map(([, identity]) => identity),
  ]);
  return rows;
}

/**
 * Adds outcomes.
 * @param author of all of them, such as `key:<id>` or `rule`
 * @returns how many it recorded; another post may have recorded the same ones first
 */
export async function addOutcomes(
  tx: Queryable,
  { organization, namespace, judgmentId }: OutcomeTarget,
  outcomes: BoundOutcome[],
  author: string,
): Promise<AddedOutcomes> {
  if (outcomes.length === 0) return { recorded: 0, replaced: 0, unchanged: 0 };
  const sent = JSON.stringify(outcomes.map((bound) => toRow(newId('out'), bound)));
  const source = author === ruleAuthor ? 'rule' : 'posted';
  const values = [organization, judgmentId, namespace, sent, source, author];
  const { rows } = await tx.query<{ inserted: boolean }>(add, values);
  const recorded = rows.filter(({ inserted }) => inserted).length;
  return { recorded, replaced: rows.length - recorded, unchanged: outcomes.length - rows.length };
}

export async function replaceOutcomes(
  tx: Queryable,
  { organization, judgmentId }: OutcomeTarget,
  outcomes: { id: string; bound: BoundOutcome }[],
  author: string,
): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ id, bound }) => toRow(id, bound));
  await tx.query(replace, [organization, judgmentId, JSON.stringify(rows), author]);
}

function toRow(id: string, bound: BoundOutcome): object {
  const { document, identity, value, escape, observedAtMs, asOf, label } = bound;
  return {
    id,
    document,
    identity,
    value,
    escape,
    observed_at: observedAtMs === null ? null : new Date(observedAtMs).toISOString(),
    as_of: typeof asOf === 'number' ? new Date(asOf).toISOString() : null,
    hindsight: isHindsight(bound),
    latest: asOf === 'latest',
    unmatched: label === null ? unmatchedReason(bound) : null,
    ...labelToRow(label),
  };
}
