import { NamespaceRef } from '@app/contracts';
import { Named, Queryable, Tx } from '@app/persistence';
import { Returned } from '../reservation/drawdown.store';
import { Charge, HeldPrice, JudgmentName } from './ledger';
import type { Place } from './partition.service';

/** Each counter is the sum of this many rows, so that concurrent charges rarely wait for one row. */
const slots = 16;
/** Those of a day: a namespace's row of one day meets few charges at a time. Divides `slots`. */
const slotsOfDay = 4;

const columns = 'ask_id, organization, namespace, month, units, tokens, cost_usd, by_judgment, recorded_at';

/*
 * One statement removes the reservations of the asks, inserts the charges that are new, and adds those to the counters
 * of organization, namespace, day and judgment. The counters count `charged` alone, so that a fact which comes twice
 * counts once. Rows with a block say what goes back to it: of an ask that failed, or has fewer answers.
 */
const charge: Named = {
  name: 'ledger-charge',
  text: `
    with asked as (
      select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::bigint[], $8::numeric[],
          $9::jsonb[], $10::timestamptz[], $11::date[], $12::boolean[])
        as t(ask_id, organization, namespace, month, units, tokens, cost_usd, by_judgment, recorded_at, day, in_ledger)
    ), freed as (
      delete from reservation r using asked a where r.ask_id = a.ask_id and r.organization = a.organization
      returning r.ask_id, r.fanout, r.block, r.units as held_units, r.cost_usd as held_usd
    ), charged_in_ledger as (
      insert into ledger (${columns})
      select ${columns} from asked where units > 0 and in_ledger order by ask_id
      on conflict (ask_id) do nothing
      returning ${columns}
    ), charged_in_months as (
      insert into charge (${columns})
      select ${columns} from asked where units > 0 and not in_ledger order by ask_id
      on conflict (ask_id) do nothing
      returning ${columns}
    ), charged as (
      select * from charged_in_ledger union all select * from charged_in_months
    ), months as (
      insert into month_slot as s (organization, month, slot, units)
      select organization, month, $1::smallint, sum(units) from charged group by 1, 2 order by 1, 2
      on conflict (organization, month, slot) do update set units = s.units + excluded.units
    ), namespaces as (
      insert into namespace_slot as s (organization, month, namespace, slot, units, tokens, cost_usd, fanout_cost_usd)
      select organization, month, namespace, $1::smallint, sum(units), sum(tokens), sum(cost_usd),
        coalesce(sum(cost_usd) filter (where f.fanout), 0)
      from charged left join freed f using (ask_id) group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization, month, namespace, slot) do update
        set units = s.units + excluded.units, tokens = s.tokens + excluded.tokens, cost_usd = s.cost_usd + excluded.cost_usd,
          fanout_cost_usd = s.fanout_cost_usd + excluded.fanout_cost_usd
    ), days as (
      insert into day_slot as s (organization, day, namespace, slot, units, tokens, cost_usd)
      select c.organization, a.day, c.namespace, $1::smallint % ${slotsOfDay}, sum(c.units), sum(c.tokens), sum(c.cost_usd)
      from charged c join asked a using (ask_id) group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization, day, namespace, slot) do update
        set units = s.units + excluded.units, tokens = s.tokens + excluded.tokens, cost_usd = s.cost_usd + excluded.cost_usd
    ), judgments as (
      insert into judgment_slot as s (organization, month, namespace, judgment_id, slot, units)
      select organization, month, namespace, key, $1::smallint, sum(value::numeric)
      from charged, jsonb_each_text(by_judgment) group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization, month, namespace, judgment_id, slot) do update set units = s.units + excluded.units
    )
    select organization, namespace, null as block, null as units, null as usd from charged group by 1, 2
    union all
    select a.organization, a.namespace, f.block,
      sum(held_units - coalesce(c.units, 0))::text, sum(held_usd - coalesce(c.cost_usd, 0))::text
    from freed f join asked a using (ask_id) left join charged c using (ask_id) where f.block is not null group by 1, 2, 3
    having sum(held_units - coalesce(c.units, 0)) > 0 or sum(held_usd - coalesce(c.cost_usd, 0)) > 0`,
};

const heldPrices: Named = {
  name: 'ledger-held',
  text: 'select ask_id, used_before::text from reservation where ask_id = any($1)',
};

const usedNow: Named = {
  name: 'ledger-used',
  text: `select organization || '/' || month as key, sum(units)::text as used from month_slot
         where (organization, month) in (select * from unnest($1::text[], $2::text[])) group by 1`,
};

const keepName: Named = {
  name: 'ledger-names',
  text: `insert into judgment_name as n (organization, judgment_id, name)
         select * from unnest($1::text[], $2::text[], $3::text[]) order by 1, 2
         on conflict (organization, judgment_id) do update set name = excluded.name where n.name <> excluded.name`,
};

/** Where reservations placed the asks in the price tiers, by ask id. */
export async function readHeldPrices(db: Queryable, askIds: readonly string[]): Promise<Map<string, HeldPrice>> {
  const { rows } = await db.query<HeldPrice>(heldPrices, [askIds]);
  return new Map(rows.map((row) => [row.ask_id, row]));
}

/** Judgments used in each organization's month, by `<organization>/<month>`. */
export async function readUsed(
  db: Queryable,
  months: readonly { organization: string; month: string }[],
): Promise<Map<string, string>> {
  if (months.length === 0) return new Map();
  const { rows } = await db.query<{ key: string; used: string }>(usedNow, [
    months.map(({ organization }) => organization),
    months.map(({ month }) => month),
  ]);
  return new Map(rows.map(({ key, used }) => [key, used]));
}

/**
 * @param places by ask id, the table that takes its charge
 * @returns the namespaces with a new charge, and the money that goes back to blocks
 */
export async function addCharges(
  tx: Tx,
  charges: readonly Charge[],
  places: ReadonlyMap<string, Place>,
): Promise<{ charged: NamespaceRef[]; returned: Returned[] }> {
  const { rows } = await tx.query<NamespaceRef & (Returned | { block: null })>(charge, [
    Math.floor(Math.random() * slots),
    charges.map(({ ask_id }) => ask_id),
    charges.map(({ organization }) => organization),
    charges.map(({ namespace }) => namespace),
    charges.map(({ month }) => month),
    charges.map(({ units }) => units),
    charges.map(({ tokens }) => tokens),
    charges.map(({ costUsd }) => costUsd),
    charges.map(({ byJudgment }) => JSON.stringify(byJudgment)),
    charges.map(({ recordedAt }) => recordedAt),
    charges.map(({ day }) => day),
    charges.map(({ ask_id }) => places.get(ask_id) === 'ledger'),
  ]);
  return {
    charged: rows.filter(({ block }) => block === null),
    returned: rows.flatMap((row) => (row.block === null ? [] : row)),
  };
}

export async function keepNames(tx: Tx, names: readonly JudgmentName[]): Promise<void> {
  if (names.length === 0) return;
  await tx.query(keepName, [
    names.map(({ organization }) => organization),
    names.map(({ id }) => id),
    names.map(({ name }) => name),
  ]);
}
