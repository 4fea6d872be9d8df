import { NamespaceRef } from '@app/contracts';
import { Named, Queryable, Tx } from '@app/persistence';
import { Hold } from './reservation';

/** A namespace's part of a block. Exact decimals. */
export interface SpendBlockRow {
  used_before: string;
  /** Units that are not drawn yet. */
  rest_units: string;
  rest_usd: string;
  is_live: boolean;
}

/** Money that goes back to a block: an ask was released, was charged for less, or never ran. */
export interface Returned extends NamespaceRef {
  block: string;
  units: string;
  usd: string;
}

const lock: Named = {
  name: 'draw-lock',
  text: `select used_before::text, (units - drawn_units)::text as rest_units, (cost_usd - drawn_usd)::text as rest_usd,
           expires_at > app.now() as is_live
         from spend_block where block = $1 and organization = $2 and namespace = $3 for update`,
};

// A reservation of the same block counts although it expired: its money was drawn, and is drawn once.
const drawn: Named = {
  name: 'draw-known',
  text: `select ask_id from reservation
           where ask_id = any($1) and organization = $2 and (expires_at > app.now() or block = $3)
         union select ask_id from ledger where ask_id = any($1) and organization = $2
         union select ask_id from charge where ask_id = any($1) and organization = $2`,
};

/*
 * Holds the money of asks as long as their block lives, and draws it from the block. The caller has locked the block's row:
 * no other statement changes it meanwhile.
 */
const draw: Named = {
  name: 'draw-hold',
  text: `
    with held as (
      insert into reservation (ask_id, organization, namespace, units, cost_usd, used_before, block, expires_at)
      select ask_id, $2, $3, t.units, t.cost_usd, t.used_before, $1, b.expires_at
      from unnest($4::text[], $5::numeric[], $6::numeric[], $7::numeric[]) as t(ask_id, units, cost_usd, used_before)
      join spend_block b on b.block = $1 and b.namespace = $3
      order by ask_id
      on conflict (ask_id) do update set units = excluded.units, cost_usd = excluded.cost_usd,
        used_before = excluded.used_before, block = excluded.block, expires_at = excluded.expires_at
        where reservation.organization = excluded.organization
      returning units, cost_usd
    )
    update spend_block b set drawn_units = drawn_units + h.units, drawn_usd = drawn_usd + h.usd
    from (select sum(units) as units, sum(cost_usd) as usd from held) h
    where b.block = $1 and b.namespace = $3 and h.units is not null`,
};

const lockReturned: Named = {
  name: 'draw-lock-returned',
  text: `select 1 from spend_block where (block, namespace) in (select * from unnest($1::text[], $2::text[]))
         order by block, namespace for update`,
};

const giveBack: Named = {
  name: 'draw-return',
  text: `update spend_block b set drawn_units = b.drawn_units - t.units, drawn_usd = b.drawn_usd - t.usd
         from unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[]) as t(block, namespace, units, usd)
         where b.block = t.block and b.namespace = t.namespace`,
};

/** Locks a namespace's part of a block until the transaction ends. @returns null when there is no such block */
export async function lockSpendBlock(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  block: string,
): Promise<SpendBlockRow | null> {
  const { rows } = await tx.query<SpendBlockRow>(lock, [block, organization, namespace]);
  return rows[0] ?? null;
}

/** Those of the asks that were drawn or charged already: they draw nothing again. */
export async function readDrawnDown(
  db: Queryable,
  { organization }: NamespaceRef,
  block: string,
  askIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ ask_id: string }>(drawn, [askIds, organization, block]);
  return new Set(rows.map(({ ask_id }) => ask_id));
}

export async function drawDownMoney(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  block: string,
  holds: readonly Hold[],
): Promise<void> {
  if (holds.length === 0) return;
  await tx.query(draw, [
    block,
    organization,
    namespace,
    holds.map(({ ask_id }) => ask_id),
    holds.map(({ units }) => units),
    holds.map(({ costUsd }) => costUsd),
    holds.map(({ usedBefore }) => usedBefore),
  ]);
}

/**
 * Puts money back into blocks, live or ended. Locks their rows in key order, after the rows of reservations and budgets
 * that the transaction needs: every transaction that locks a block takes the same order.
 */
export async function returnMoney(tx: Tx, returned: readonly Returned[]): Promise<void> {
  if (returned.length === 0) return;
  const keys = [returned.map(({ block }) => block), returned.map(({ namespace }) => namespace)];
  await tx.query(lockReturned, keys);
  await tx.query(giveBack, [...keys, returned.map(({ units }) => units), returned.map(({ usd }) => usd)]);
}
