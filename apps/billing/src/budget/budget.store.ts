import { NamespaceRef } from '@app/contracts';
import { Named, Queryable, Tx } from '@app/persistence';
import { Budget, BudgetChange, Spend } from './budget';

const fields = `organization, namespace, budget_usd::text, paused, paused_month, refused_usd::text, change_revision::text`;

const read: Named = {
  name: 'budget-read',
  text: `select ${fields} from budget where organization = $1 and namespace = $2`,
};

const lock: Named = {
  name: 'budget-lock',
  text: `select ${fields} from budget where organization = $1 and namespace = $2 for update`,
};

const set: Named = {
  name: 'budget-set',
  text: `insert into budget as b (organization, namespace, revision, budget_usd, deleted, fanout_share) values ($1, $2, $3, $4, $5, $6)
         on conflict (organization, namespace) do update
           set revision = excluded.revision, budget_usd = excluded.budget_usd, deleted = excluded.deleted,
             fanout_share = excluded.fanout_share
           where b.revision < excluded.revision
         returning ${fields}`,
};

const setPause: Named = {
  name: 'budget-set-pause',
  text: `update budget set paused = $3, paused_month = $4, refused_usd = $5, change_revision = nextval('budget_change')
         where organization = $1 and namespace = $2 returning ${fields}, app.now() as at`,
};

const spend: Named = {
  name: 'budget-spend',
  text: `
    with m as (select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month)
    select m.month,
      (select coalesce(sum(cost_usd), 0)::text from namespace_slot
        where organization = $1 and month = m.month and namespace = $2) as spent,
      ((select coalesce(sum(cost_usd), 0) from reservation
          where organization = $1 and namespace = $2 and expires_at > app.now())
        + (select coalesce(sum(cost_usd - drawn_usd), 0) from spend_block
          where organization = $1 and namespace = $2 and expires_at > app.now()))::text as open
    from m`,
};

const running: Named = {
  name: 'budget-running',
  text: `select b.organization, b.namespace from budget b
         join (select distinct * from unnest($1::text[], $2::text[]) as t(organization, namespace)) t using (organization, namespace)
         where b.budget_usd is not null and not b.paused order by 1, 2`,
};

const isPaused = 'paused and budget_usd > 0';

/** Select that finds a row when a budget above 0 pauses its namespace. */
export const pausedBudgets = `select from budget where ${isPaused}`;

const paused: Named = {
  name: 'budget-paused',
  text: `select organization, namespace from budget
         where ${isPaused} and (organization, namespace) > ($1, $2)
         order by organization, namespace limit $3`,
};

export async function readBudget(db: Queryable, { organization, namespace }: NamespaceRef): Promise<Budget | null> {
  const { rows } = await db.query<Budget>(read, [organization, namespace]);
  return rows[0] ?? null;
}

/** Reads a budget and locks its row until the transaction ends. */
export async function lockBudget(tx: Tx, { organization, namespace }: NamespaceRef): Promise<Budget | null> {
  const { rows } = await tx.query<Budget>(lock, [organization, namespace]);
  return rows[0] ?? null;
}

/** Creates or updates the row. @returns the row, or null when its revision was as great already: nothing changed */
export async function setBudget(tx: Tx, change: BudgetChange): Promise<Budget | null> {
  const { organization, namespace, revision, budgetUsd, deleted, fanoutShare } = change;
  const { rows } = await tx.query<Budget>(set, [organization, namespace, revision, budgetUsd, deleted, fanoutShare]);
  return rows[0] ?? null;
}

/** The columns of a budget that a pause or a resume writes. */
export interface Pause {
  paused: boolean;
  month: string | null;
  refusedUsd: string | null;
}

/** Pauses or resumes. @returns the row, and when it changed */
export async function updatePause(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  { paused: isPaused, month, refusedUsd }: Pause,
): Promise<Budget & { at: Date }> {
  const values = [organization, namespace, isPaused, month, refusedUsd];
  const { rows } = await tx.query<Budget & { at: Date }>(setPause, values);
  return rows[0];
}

export async function readSpend(db: Queryable, { organization, namespace }: NamespaceRef): Promise<Spend> {
  const { rows } = await db.query<Spend>(spend, [organization, namespace]);
  return rows[0];
}

/** Those of the given namespaces that have a budget and are not paused, in key order. */
export async function listRunning(db: Queryable, refs: readonly NamespaceRef[]): Promise<NamespaceRef[]> {
  const { rows } = await db.query<NamespaceRef>(running, [
    refs.map(({ organization }) => organization),
    refs.map(({ namespace }) => namespace),
  ]);
  return rows;
}

/** A page of paused namespaces in key order, without those whose budget is 0. */
export async function listPaused(db: Queryable, after: NamespaceRef, limit: number): Promise<NamespaceRef[]> {
  const { rows } = await db.query<NamespaceRef>(paused, [after.organization, after.namespace, limit]);
  return rows;
}
