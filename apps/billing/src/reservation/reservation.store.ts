import { NamespaceRef } from '@app/contracts';
import { Named, Queryable, Tx } from '@app/persistence';
import { Returned, returnMoney } from './drawdown.store';
import { Hold } from './reservation';

/** Longer than the lease of a claim in judgments, which is longer than a call of an engine. */
const holdSeconds = 120;
/** How many expired reservations one statement removes. */
export const forgetLimit = 1000;

/** Everything that a reservation depends on, read from one snapshot. Exact decimals. */
export interface SpendSnapshot {
  /** `YYYY-MM`, UTC. */
  month: string;
  /** The organization's plan as a caller carried it last; null when none did yet. */
  plan: string | null;
  /** Judgments of the organization: charged this month, and held by open reservations and what is left in blocks. */
  used: string;
  held: string;
  /** The namespace's budget, and whether it pauses judging. */
  budget_usd: string | null;
  paused: boolean;
  /** US dollars of the namespace: charged this month, held by reservations, left in blocks. 0 when it has no budget. */
  spent: string;
  open: string;
  in_blocks: string;
  /** Part of the budget that fan-out may take, 0 to 1, and of the above what asks of fan-out cost and hold. */
  fanout_share: string;
  fanout_spent: string;
  fanout_open: string;
  /** Those of the asks that hold money already: price by ask id. */
  known: Record<string, string>;
}

/** Reservations that one statement deleted, by block and namespace. */
type Freed = Omit<Returned, 'block'> & { block: string | null; asks: number };

const snapshot: Named = {
  name: 'reservation-snapshot',
  text: `
    with m as (select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month)
    select m.month, b.budget_usd::text,
      coalesce(b.paused and (b.paused_month = m.month or b.budget_usd = 0), false) as paused,
      (select plan from account where organization = $1) as plan,
      (select coalesce(sum(units), 0)::text from month_slot where organization = $1 and month = m.month) as used,
      (r.units + s.units)::text as held,
      (select coalesce(sum(cost_usd), 0)::text from namespace_slot
        where organization = $1 and month = m.month and namespace = $2 and b.budget_usd is not null) as spent,
      (select coalesce(sum(fanout_cost_usd), 0)::text from namespace_slot
        where organization = $1 and month = m.month and namespace = $2 and b.budget_usd is not null) as fanout_spent,
      o.open::text, o.fanout_open::text, s.usd::text as in_blocks, coalesce(b.fanout_share, 1)::text as fanout_share,
      (select coalesce(jsonb_object_agg(ask_id, cost_usd::text), '{}') from reservation
        where ask_id = any($3) and organization = $1 and expires_at > app.now()) as known
    from m left join budget b on b.organization = $1 and b.namespace = $2
    cross join (select coalesce(sum(units), 0) as units from reservation where organization = $1 and expires_at > app.now()) r
    cross join lateral (
      select coalesce(sum(units - drawn_units), 0) as units,
        coalesce(sum(cost_usd - drawn_usd) filter (where namespace = $2 and b.budget_usd is not null), 0) as usd
      from spend_block where organization = $1 and expires_at > app.now()) s
    cross join lateral (
      select coalesce(sum(cost_usd), 0) as open, coalesce(sum(cost_usd) filter (where fanout), 0) as fanout_open from reservation
      where organization = $1 and expires_at > app.now() and namespace = $2 and b.budget_usd is not null) o`,
};

const hold: Named = {
  name: 'reservation-hold',
  text: `
    insert into reservation (ask_id, organization, namespace, units, cost_usd, used_before, fanout, expires_at)
    select ask_id, $1, $2, units, cost_usd, used_before, fanout, app.now() + interval '${holdSeconds} seconds'
    from unnest($3::text[], $4::numeric[], $5::numeric[], $6::numeric[], $7::boolean[])
      as t(ask_id, units, cost_usd, used_before, fanout)
    order by ask_id
    on conflict (ask_id) do update set units = excluded.units, cost_usd = excluded.cost_usd,
      used_before = excluded.used_before, fanout = excluded.fanout, expires_at = excluded.expires_at
      where reservation.organization = excluded.organization`,
};

/** Rows of reservations that a statement named `freed` has deleted: how many, and what goes back to each block. */
const freedRows = `
  select block, organization, namespace, sum(units)::text as units, sum(cost_usd)::text as usd, count(*)::int as asks
  from freed group by 1, 2, 3`;

const release: Named = {
  name: 'reservation-release',
  text: `with freed as (
           delete from reservation where ask_id = any($3) and organization = $1 and namespace = $2 returning *)
         ${freedRows}`,
};

const expired = `from reservation where expires_at < app.now() - interval '1 hour'`;

/** Select that finds a row when a reservation expired an hour ago. */
export const expiredReservations = `select ${expired}`;

const forget: Named = {
  name: 'reservation-forget',
  text: `with freed as (delete from reservation where ask_id in (
           select ask_id ${expired}
           order by expires_at limit ${forgetLimit} for update skip locked) returning *)
         ${freedRows}`,
};

const keepAccount: Named = {
  name: 'account-keep',
  text: `insert into account (organization, plan) values ($1, $2)
         on conflict (organization) do update set plan = excluded.plan where account.plan <> excluded.plan`,
};

/** @param askIds the asks to look up among the reservations */
export async function readSnapshot(
  db: Queryable,
  { organization, namespace }: NamespaceRef,
  askIds: readonly string[],
): Promise<SpendSnapshot> {
  const { rows } = await db.query<SpendSnapshot>(snapshot, [organization, namespace, askIds]);
  return rows[0];
}

/** Holds money for asks until they are charged or released, or for 120 s. */
export async function holdMoney(
  db: Queryable,
  { organization, namespace }: NamespaceRef,
  holds: readonly Hold[],
): Promise<void> {
  if (holds.length === 0) return;
  await db.query(hold, [
    organization,
    namespace,
    holds.map(({ ask_id }) => ask_id),
    holds.map(({ units }) => units),
    holds.map(({ costUsd }) => costUsd),
    holds.map(({ usedBefore }) => usedBefore),
    holds.map(({ isFanout }) => isFanout),
  ]);
}

/** @returns how many of the asks held money */
export async function releaseMoney(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  askIds: readonly string[],
): Promise<number> {
  const { rows } = await tx.query<Freed>(release, [organization, namespace, askIds]);
  return giveBackFreed(tx, rows);
}

/**
 * Removes up to `forgetLimit` reservations that expired an hour ago: until then a late answer still finds its price.
 * @returns how many it removed
 */
export async function forgetExpired(tx: Tx): Promise<number> {
  const { rows } = await tx.query<Freed>(forget);
  return giveBackFreed(tx, rows);
}

/** @returns how many reservations were freed */
async function giveBackFreed(tx: Tx, rows: readonly Freed[]): Promise<number> {
  await returnMoney(
    tx,
    rows.flatMap(({ block, ...row }) => (block === null ? [] : { ...row, block })),
  );
  return rows.reduce((sum, { asks }) => sum + asks, 0);
}

/** Remembers an organization's plan for asks that no caller waits for. */
export async function keepPlan(db: Queryable, organization: string, plan: string): Promise<void> {
  await db.query(keepAccount, [organization, plan]);
}
