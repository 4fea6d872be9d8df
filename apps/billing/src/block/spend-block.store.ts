import { Named, Queryable, Tx } from '@app/persistence';
import { SpendBlockBudget, SpendBlockPart, extendHours, openMinutes } from './spend-block';

/** How many ended blocks one statement removes. */
const forgetLimit = 1000;
/** A reservation of an ended block still finds it for as long as its own row lives, and a late close its totals. */
const keptDays = 7;

/** What billing knows of a block: its parts together. Exact decimals. */
export interface SpendBlock {
  organization: string;
  /** Units by namespace, as the parts hold them. */
  parts: Record<string, string>;
  usedBefore: string;
  units: string;
  drawnUnits: string;
  drawnUsd: string;
  expiresAt: Date;
  isLive: boolean;
  isClosed: boolean;
}

// Opens of one organization follow one another, so that no two blocks take the same place in the month.
const lockOpening: Named = {
  name: 'block-lock-opening',
  text: `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
};

const read: Named = {
  name: 'block-read',
  text: `select min(organization) as organization, jsonb_object_agg(namespace, units::text) as parts,
           min(used_before)::text as "usedBefore", sum(units)::text as units,
           sum(drawn_units)::text as "drawnUnits", sum(drawn_usd)::text as "drawnUsd", min(expires_at) as "expiresAt",
           min(expires_at) > app.now() as "isLive", bool_or(closed_at is not null) as "isClosed"
         from spend_block where block = $1 having count(*) > 0`,
};

const lockBudgets: Named = {
  name: 'block-lock-budgets',
  text: `select 1 from budget where organization = $1 and namespace = any($2) order by namespace for update`,
};

const budgets: Named = {
  name: 'block-budgets',
  text: `
    with m as (select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month),
    spent as (
      select namespace, sum(cost_usd) as usd from namespace_slot, m
      where organization = $1 and namespace_slot.month = m.month and namespace = any($2) group by 1),
    held as (
      select namespace, sum(cost_usd) as usd from reservation
      where organization = $1 and namespace = any($2) and expires_at > app.now() group by 1),
    blocks as (
      select namespace, sum(cost_usd - drawn_usd) as usd from spend_block
      where organization = $1 and namespace = any($2) and expires_at > app.now() group by 1)
    select b.namespace, b.budget_usd::text as usd, coalesce(s.usd, 0)::text as spent,
      (coalesce(h.usd, 0) + coalesce(k.usd, 0))::text as open,
      b.paused and (b.paused_month = m.month or b.budget_usd = 0) as paused
    from m, budget b left join spent s using (namespace) left join held h using (namespace) left join blocks k using (namespace)
    where b.organization = $1 and b.namespace = any($2) and b.budget_usd is not null
    order by b.namespace`,
};

const remove: Named = { name: 'block-remove', text: 'delete from spend_block where block = $1' };

const insert: Named = {
  name: 'block-insert',
  text: `insert into spend_block (block, organization, namespace, units, cost_usd, used_before, expires_at)
         select $1, $2, namespace, units, cost_usd, $3, app.now() + interval '${openMinutes} minutes'
         from unnest($4::text[], $5::numeric[], $6::numeric[]) as t(namespace, units, cost_usd) order by namespace
         returning expires_at`,
};

const lockParts: Named = {
  name: 'block-lock-parts',
  text: `select 1 from spend_block where block = $1 and organization = $2 order by namespace for update`,
};

const extend: Named = {
  name: 'block-extend',
  text: `update spend_block set expires_at = app.now() + interval '${extendHours} hours'
         where block = $1 and organization = $2 and expires_at > app.now() returning expires_at`,
};

// Locked rows are left out: their asks are being charged or released this moment. Waiting for them could deadlock.
const reservations = `select ask_id from reservation where block = $1 and organization = $2 for update skip locked`;

const extendReservations: Named = {
  name: 'block-extend-reservations',
  text: `update reservation set expires_at = $3 where ask_id in (${reservations})`,
};

const close: Named = {
  name: 'block-close',
  text: `update spend_block set closed_at = app.now(), expires_at = least(expires_at, app.now())
         where block = $1 and organization = $2 and closed_at is null`,
};

const closeReservations: Named = {
  name: 'block-close-reservations',
  text: `update reservation set expires_at = least(expires_at, app.now() + interval '120 seconds')
         where ask_id in (${reservations})`,
};

const underWay: Named = {
  name: 'block-under-way',
  text: `select count(*)::int as asks from reservation where block = $1 and organization = $2`,
};

const old = `from spend_block where expires_at < app.now() - interval '${keptDays} days'`;

/** Select that finds a row when a block ended long enough ago to be removed. */
export const oldSpendBlocks = `select ${old}`;

const forget: Named = {
  name: 'block-forget',
  text: `delete from spend_block where (block, namespace) in (
           select block, namespace ${old}
           order by expires_at limit ${forgetLimit} for update skip locked)`,
};

export async function lockOpenings(tx: Tx, organization: string): Promise<void> {
  await tx.query(lockOpening, [organization]);
}

export async function readSpendBlock(db: Queryable, block: string): Promise<SpendBlock | null> {
  const { rows } = await db.query<SpendBlock>(read, [block]);
  return rows[0] ?? null;
}

/** Locks the budgets of some namespaces in the order of their names. @returns them, in that order, without those of none */
export async function lockSpendBlockBudgets(
  tx: Tx,
  organization: string,
  namespaces: readonly string[],
): Promise<SpendBlockBudget[]> {
  const values = [organization, namespaces];
  await tx.query(lockBudgets, values);
  const { rows } = await tx.query<SpendBlockBudget>(budgets, values);
  return rows;
}

/** Writes a block anew. @returns until when it holds its money */
export async function writeSpendBlock(
  tx: Tx,
  { organization, block }: { organization: string; block: string },
  usedBefore: string,
  parts: readonly SpendBlockPart[],
): Promise<Date> {
  await tx.query(remove, [block]);
  const { rows } = await tx.query<{ expires_at: Date }>(insert, [
    block,
    organization,
    usedBefore,
    parts.map(({ namespace }) => namespace),
    parts.map(({ units }) => units),
    parts.map(({ costUsd }) => costUsd),
  ]);
  return rows[0].expires_at;
}

/** Holds a live block, and the asks drawn from it, for longer. @returns until when, or null when it has ended */
export async function extendParts(tx: Tx, organization: string, block: string): Promise<Date | null> {
  await tx.query(lockParts, [block, organization]);
  const { rows } = await tx.query<{ expires_at: Date }>(extend, [block, organization]);
  if (rows.length === 0) return null;
  await tx.query(extendReservations, [block, organization, rows[0].expires_at]);
  return rows[0].expires_at;
}

/** Ends a block. Asks under way hold their money for as long as those of judging. */
export async function closeParts(tx: Tx, organization: string, block: string): Promise<void> {
  await tx.query(lockParts, [block, organization]);
  await tx.query(close, [block, organization]);
  await tx.query(closeReservations, [block, organization]);
}

/** Asks that were drawn from a block and are not charged yet. */
export async function countUnderWay(db: Queryable, organization: string, block: string): Promise<number> {
  const { rows } = await db.query<{ asks: number }>(underWay, [block, organization]);
  return rows[0].asks;
}

/** Removes some blocks that ended 7 days ago. */
export async function forgetSpendBlocks(db: Queryable): Promise<void> {
  await db.query(forget);
}
