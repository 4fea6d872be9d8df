import { Named, Queryable, Tx } from '@app/persistence';
import { Partition, ledgerTable } from './partition';

/** A drop waits no longer than this behind a long statement, since others would wait behind it. */
const lockMs = 500;

/** Bounds as Postgres keeps them. `ledger` comes before all months, until it is emptied. */
const list: Named = {
  name: 'charge-partitions',
  text: `select c.relname as name, substring(bound.text from 'FROM \\(''(ask_[0-9a-f]+)''\\)') as "from",
           substring(bound.text from 'TO \\(''(ask_[0-9a-f]+)''\\)') as "to"
         from pg_inherits i join pg_class c on c.oid = i.inhrelid,
           lateral (select pg_get_expr(c.relpartbound, c.oid) as text) bound
         where i.inhparent = 'charge'::regclass
         union all select '${ledgerTable}', '', first_ask from ledger_end where not emptied`,
};

export async function listPartitions(db: Queryable): Promise<Partition[]> {
  return (await db.query<Partition>(list)).rows;
}

/** Those who make or drop partitions come one after another. */
export async function lockPartitions(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('billing.partition'))`);
}

/** Makes a partition beside the table and attaches it, which waits for no reader or writer. */
export async function makePartition(tx: Tx, { name, from, to }: Partition): Promise<void> {
  await tx.query(`create table ${name} (like charge including all)`);
  await tx.query(`alter table charge attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** @throws Error when a statement keeps the charges locked for longer than half a second */
export async function dropPartition(tx: Tx, name: string): Promise<void> {
  await tx.query(`set local lock_timeout = '${lockMs}ms'`);
  if (name !== ledgerTable) {
    await tx.query(`drop table if exists ${name}`);
    return;
  }
  // The table stays for statements that name it, and refuses what a process charges that has not heard of its end.
  await tx.query(`truncate ${ledgerTable}`);
  await tx.query(`alter table ${ledgerTable} add constraint ledger_is_emptied check (false)`);
  await tx.query('update ledger_end set emptied = true');
}
