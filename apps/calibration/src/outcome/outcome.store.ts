import type { OutcomeSource } from '@app/contracts';
import { DATABASE } from '@app/boot';
import { Database, Named, Tx, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Place } from '../judgment/judgment';
import { Bound, StoredOutcome } from './bound-outcome';

/** Where a post goes. */
export interface Target {
  organization: string;
  namespace: string;
  judgmentId: string;
}

export interface Added {
  recorded: number;
  replaced: number;
  unchanged: number;
}

export interface OutcomeRow {
  id: string;
  document: string;
  value: boolean | string | number | null;
  escape: boolean;
  source: OutcomeSource;
  observed_at: Date;
  answer_id: string | null;
  hindsight: boolean;
  created_at: Date;
}

/**
 * The lock is shared by posts and taken alone by what closes windows, so that neither overlooks the other's outcomes. It is
 * a statement of its own: what follows must see what was committed while it waited.
 */
const lockShared: Named = {
  name: 'outcome-lock-shared',
  text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
};

/** The documents alone, too: a plan kept from an empty table then walks a full one once, not once for each outcome. */
const stored: Named = {
  name: 'outcome-stored',
  text: `select id, document, identity, value, escape, answer_id from outcome
         where organization = $1 and judgment_id = $2 and namespace = $3 and document = any($4)
           and (document, identity) in (select * from unnest($4::text[], $5::text[]))
         order by document, identity for update`,
};

const columns = `document text, identity text, value jsonb, escape boolean, observed_at timestamptz, as_of timestamptz,
  hindsight boolean, answer_id text, version int, document_version bigint, engine_version text, judged_at timestamptz,
  number double precision, escape_p double precision, dist jsonb`;

/**
 * Two posts of one outcome at the same time: the later one's value stands, the outcome stays one. What is posted of an
 * answer drawn for review is the queue's, with the weight it was drawn with. An implicit no that it contradicts goes: of
 * the same answer, or of one in whose window it was observed.
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
      as_of, hindsight, waits, checked, answer_id, version, document_version, engine_version, judged_at, number, escape_p, dist, weight)
    select $1, $2, $3, t.id, t.document, t.identity, t.value, t.escape,
      case when $5::text = 'posted' and q.answer_id is not null then 'queue' else $5::text end, coalesce(t.observed_at, app.now()), t.as_of,
      t.hindsight, t.hindsight and t.answer_id is null, not (t.hindsight and t.answer_id is null), t.answer_id, t.version,
      t.document_version, t.engine_version, t.judged_at, t.number, t.escape_p, t.dist,
      case when $5::text = 'posted' then coalesce(q.weight, 1) else 1 end
    from sent t left join queue_item q
      on (q.organization, q.judgment_id, q.namespace, q.answer_id) = ($1, $2, $3, t.answer_id)
    order by t.document, t.identity
    on conflict on constraint outcome_identity do update set value = excluded.value, escape = excluded.escape,
      observed_at = excluded.observed_at, changed_at = app.now()
      where (o.value, o.escape) is distinct from (excluded.value, excluded.escape)
    returning xmax = 0 as inserted`,
};

/** Another value; another answer only where one was found. */
const replace: Named = {
  name: 'outcome-replace',
  text: `
    update outcome o set identity = t.identity, value = t.value, escape = t.escape,
      observed_at = coalesce(t.observed_at, app.now()), as_of = t.as_of, changed_at = app.now(),
      waits = o.waits and t.answer_id is null,
      answer_id = coalesce(t.answer_id, o.answer_id),
      version = case when t.answer_id is null then o.version else t.version end,
      document_version = case when t.answer_id is null then o.document_version else t.document_version end,
      engine_version = case when t.answer_id is null then o.engine_version else t.engine_version end,
      judged_at = case when t.answer_id is null then o.judged_at else t.judged_at end,
      number = case when t.answer_id is null then o.number else t.number end,
      escape_p = case when t.answer_id is null then o.escape_p else t.escape_p end,
      dist = case when t.answer_id is null then o.dist else t.dist end
    from jsonb_to_recordset($3::jsonb) as t(id text, ${columns})
    where o.organization = $1 and o.judgment_id = $2 and o.id = t.id`,
};

const list: Named = {
  name: 'outcome-list',
  text: `select id, document, value, escape, source, observed_at, answer_id, hindsight, created_at from outcome
         where organization = $1 and judgment_id = $2 and ($3::text is null or namespace = $3)
           and ($4::text is null or starts_with(namespace, $4)) and ($5::text is null or id < $5)
         order by id desc limit $6`,
};

const retract: Named = {
  name: 'outcome-retract',
  text: `delete from outcome where organization = $1 and judgment_id = $2 and ($3::text is null or namespace = $3)
           and ($4::text is null or starts_with(namespace, $4)) and id = $5`,
};

@Injectable()
export class OutcomeStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** What is stored of some identities, locked: `[document, identity]`. */
  async stored(
    tx: Tx,
    { organization, namespace, judgmentId }: Target,
    keys: [string, string][],
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

  /** Until the transaction ends, no window of the judgment closes. */
  async lock(tx: Tx, { organization, judgmentId }: Target): Promise<void> {
    await tx.query(lockShared, [`${organization} ${judgmentId}`]);
  }

  /** @returns what became of them, since another post may have come first */
  async add(
    tx: Tx,
    { organization, namespace, judgmentId }: Target,
    outcomes: Bound[],
    source: 'posted' | 'rule' = 'posted',
  ): Promise<Added> {
    if (outcomes.length === 0) return { recorded: 0, replaced: 0, unchanged: 0 };
    const sent = outcomes.map((bound) => toRow(newId('out'), bound));
    const { rows } = await tx.query<{ inserted: boolean }>(add, [
      organization,
      judgmentId,
      namespace,
      JSON.stringify(sent),
      source,
    ]);
    const recorded = rows.filter(({ inserted }) => inserted).length;
    return { recorded, replaced: rows.length - recorded, unchanged: outcomes.length - rows.length };
  }

  async replace(tx: Tx, { organization, judgmentId }: Target, outcomes: { id: string; bound: Bound }[]): Promise<void> {
    if (outcomes.length === 0) return;
    const rows = outcomes.map(({ id, bound }) => toRow(id, bound));
    await tx.query(replace, [organization, judgmentId, JSON.stringify(rows)]);
  }

  async list(place: Place, before: string | null, limit: number): Promise<OutcomeRow[]> {
    const { organization, judgmentId, namespace, under } = place;
    const { rows } = await this.database.query<OutcomeRow>(list, [
      organization,
      judgmentId,
      namespace,
      under,
      before,
      limit,
    ]);
    return rows;
  }

  /** @returns whether there was one */
  async retract(tx: Tx, { organization, judgmentId, namespace, under }: Place, id: string): Promise<boolean> {
    const { rowCount } = await tx.query(retract, [organization, judgmentId, namespace, under, id]);
    return rowCount === 1;
  }
}

function toRow(id: string, { document, identity, value, escape, observedAtMs, asOf, label }: Bound): object {
  return {
    id,
    document,
    identity,
    value,
    escape,
    observed_at: observedAtMs === null ? null : new Date(observedAtMs).toISOString(),
    as_of: typeof asOf === 'number' ? new Date(asOf).toISOString() : null,
    hindsight: asOf === 'latest',
    answer_id: label?.answerId ?? null,
    version: label?.version ?? null,
    document_version: label?.documentVersion ?? null,
    engine_version: label?.engineVersion ?? null,
    judged_at: label?.judgedAt ?? null,
    number: label?.number ?? null,
    escape_p: label?.escapeP ?? null,
    dist: label?.dist ?? null,
  };
}
