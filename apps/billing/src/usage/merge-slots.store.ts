import { Named, Queryable, Tx } from '@app/persistence';

/** The month of an organization. */
export interface OrganizationMonth {
  organization: string;
  /** `YYYY-MM`, UTC. */
  month: string;
}

/** A row of `month_slot`, behind which a look goes on. */
export interface SlotKey extends OrganizationMonth {
  slot: number;
}

/** The counters whose slots are merged; `month_slot` last, since its slots lead to the others. */
export const mergedTables = ['namespace_slot', 'judgment_slot', 'month_slot'] as const;
export type MergedTable = (typeof mergedTables)[number];

const counters: Record<MergedTable, { key: readonly string[]; sums: readonly string[] }> = {
  namespace_slot: { key: ['namespace'], sums: ['units', 'tokens', 'cost_usd', 'fanout_cost_usd'] },
  judgment_slot: { key: ['namespace', 'judgment_id'], sums: ['units'] },
  month_slot: { key: [], sums: ['units'] },
};

/**
 * Deletes rows and adds them to slot 0 of their key in one statement: at every moment a reader sees the same sum. A row that
 * a charge has locked or changed meanwhile keeps its slot, and its sum. $4 is the namespace from which the page begins.
 */
function mergeOf(table: MergedTable): Named {
  const { key, sums } = counters[table];
  const keys = ['organization', 'month', ...key].join(', ');
  const isNamed = key.length > 0;
  return {
    name: `merge-${table}`,
    text: `
      with old as (
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where organization = $1 and month = $2 and slot > 0
            and ${isNamed ? 'namespace' : `''`} >= $4
          order by ${[...key, 'slot'].join(', ')} limit $3 for update skip locked))
        returning *
      ), merged as (
        insert into ${table} as s (${keys}, slot, ${sums.join(', ')})
        select ${keys}, 0, ${sums.map((sum) => `sum(${sum})`).join(', ')} from old group by ${keys} order by ${keys}
        on conflict (${keys}, slot) do update set ${sums.map((sum) => `${sum} = s.${sum} + excluded.${sum}`).join(', ')}
      )
      select count(*)::int as rows, coalesce(max(${isNamed ? 'namespace' : `''`}), '') as last from old`,
  };
}

const merges = Object.fromEntries(mergedTables.map((table) => [table, mergeOf(table)])) as Record<MergedTable, Named>;

const look: Named = {
  name: 'merge-look',
  text: `select organization, month, slot from month_slot where (organization, month, slot) > ($1, $2, $3)
         order by organization, month, slot limit $4`,
};

/** The next rows of `month_slot` in key order. */
export async function readNextSlots(db: Queryable, after: SlotKey, limit: number): Promise<SlotKey[]> {
  return (await db.query<SlotKey>(look, [after.organization, after.month, after.slot, limit])).rows;
}

/** A page of slots that were merged. */
export interface MergedPage {
  rows: number;
  /** The last namespace of the page, with which the next one begins. */
  last: string;
}

/** Merges up to so many slots of a month into slot 0, from a namespace on. */
export async function mergeSlots(
  tx: Tx,
  table: MergedTable,
  { organization, month }: OrganizationMonth,
  from: string,
  limit: number,
): Promise<MergedPage> {
  return (await tx.query<MergedPage>(merges[table], [organization, month, limit, from])).rows[0];
}
