import { Client, QueryResultRow } from 'pg';
import { Cpu, cpuOf } from '../stack/cpu';
import { copyDocuments } from './copies';
import { endPostgres } from '../stack/restart';
import { Stack } from '../stack/stack';

/** What a piece of work cost. */
export interface Cost {
  seconds: number;
  /** CPU of all processes but the load generator, in seconds. */
  cpu: number;
  /** CPU of Postgres in seconds; part of `cpu`. */
  postgres: number;
  /** CPU of NATS in seconds; part of `cpu`. */
  nats: number;
  /** CPU of one service in seconds; part of `cpu`. */
  of(service: string): number;
  /** Bytes of write-ahead log. */
  wal: number;
}

/** Bytes that a table takes without its indexes, and its indexes. */
export interface TableSize {
  heap: number;
  index: number;
}

/** Bytes that a table takes, its values out of line (TOAST, with their index), and its indexes. */
export interface Storage {
  heap: number;
  toast: number;
  index: number;
}

/** Reads what the stack's Postgres and the accounts of its processes say about work. */
export class Ledger {
  private constructor(
    private readonly stack: Stack,
    private readonly url: string,
    private postmaster: number,
  ) {}

  static async open(stack: Stack): Promise<Ledger> {
    const url = new URL(stack.adminUrl);
    url.pathname = '/judgment';
    return new Ledger(stack, url.href, await postmasterOf(url.href));
  }

  /** Ends Postgres, for the stack to start it again. `find` sees the new one when it answers. */
  end(): Promise<void> {
    return endPostgres(this.postmaster);
  }

  /** Finds the Postgres that runs now. */
  async find(): Promise<void> {
    this.postmaster = await postmasterOf(this.url);
  }

  copyDocuments(from: string, to: string, documents: number): Promise<void> {
    return copyDocuments(this.url, from, to, documents);
  }

  async costOf(work: () => Promise<unknown>): Promise<Cost> {
    const wal = await this.walPosition();
    const before = this.cpu();
    const startedMs = performance.now();
    await work();
    const seconds = (performance.now() - startedMs) / 1000;
    const after = this.cpu();
    const sum = ({ services, nats, postgres }: Cpu): number => services + nats + postgres;
    // A backend that ends stands in no account for a moment, so short work may seem to give CPU back.
    return {
      seconds,
      cpu: Math.max(0, sum(after) - sum(before)),
      postgres: Math.max(0, after.postgres - before.postgres),
      nats: after.nats - before.nats,
      of: (service) => (after.byService.get(service) ?? 0) - (before.byService.get(service) ?? 0),
      wal: (await this.walPosition()) - wal,
    };
  }

  /** Of a table of documents. */
  async sizeOf(table: string): Promise<TableSize> {
    const rows = await ask<{ heap: string; index: string }>(
      this.url,
      `select pg_table_size(c) as heap, pg_indexes_size(c) as index from (select $1::regclass as c) t`,
      [`documents.${table}`],
    );
    return { heap: Number(rows[0].heap), index: Number(rows[0].index) };
  }

  /** Bytes of all tables of each service's schema, with their indexes. */
  async schemas(): Promise<Map<string, number>> {
    const rows = await ask<{ schema: string; bytes: string }>(
      this.url,
      `select n.nspname as schema, sum(pg_total_relation_size(c.oid)) as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' group by 1`,
    );
    return new Map(rows.map(({ schema, bytes }) => [schema, Number(bytes)]));
  }

  /** Tables that judging writes, by `<schema>.<name>`; a partitioned one is the sum of its partitions. */
  async tables(): Promise<Map<string, TableSize>> {
    const rows = await ask<{ name: string; heap: string; index: string }>(
      this.url,
      `select n.nspname || '.' || r.relname as name, sum(pg_table_size(c.oid)) as heap, sum(pg_indexes_size(c.oid)) as index
       from pg_class c join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
         join pg_namespace n on n.oid = r.relnamespace
       where c.relkind = 'r' and n.nspname in ('documents', 'judgments', 'billing') group by 1`,
    );
    return new Map(rows.map(({ name, heap, index }) => [name, { heap: Number(heap), index: Number(index) }]));
  }

  /** Tables of documents, by `<schema>.<name>`; a partitioned one is the sum of its partitions. */
  async storage(): Promise<Map<string, Storage>> {
    const rows = await ask<{ name: string; heap: string; toast: string; index: string }>(
      this.url,
      `select n.nspname || '.' || r.relname as name, sum(pg_relation_size(c.oid)) as heap,
         sum(case when c.reltoastrelid = 0 then 0 else pg_total_relation_size(c.reltoastrelid) end) as toast,
         sum(pg_indexes_size(c.oid)) as index
       from pg_class c join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
         join pg_namespace n on n.oid = r.relnamespace
       where c.relkind = 'r' and n.nspname = 'documents' group by 1`,
    );
    return new Map(
      rows.map(({ name, heap, toast, index }) => [
        name,
        { heap: Number(heap), toast: Number(toast), index: Number(index) },
      ]),
    );
  }

  /** Answers that judgments has recorded and billing has charged; an ask is charged once for all of its answers. */
  async charged(): Promise<number> {
    const [{ answers }] = await ask<{ answers: number }>(
      this.url,
      `select count(*)::int as answers from judgments.answer
       join (select ask_id from billing.ledger union all select ask_id from billing.charge) c using (ask_id)`,
    );
    return answers;
  }

  /** Makes room of dead rows usable in all tables, so that what follows writes there first. */
  async vacuumAll(): Promise<void> {
    await ask(this.url, 'vacuum');
  }

  /** Vacuums the tables that hold documents and writes all changed pages, so that neither runs beside what follows. */
  async vacuum(): Promise<void> {
    for (const table of ['document', 'attribute', 'answer', 'membership'])
      await ask(this.url, `vacuum (analyze) documents.${table}`);
    await ask(this.url, 'checkpoint');
  }

  /** Walks of subscriptions that have not come to their end. */
  async openWalks(): Promise<number> {
    const rows = await ask<{ walks: number }>(
      this.url,
      'select count(*)::int as walks from documents.subscription_walk',
    );
    return rows[0].walks;
  }

  private cpu(): Cpu {
    return cpuOf(this.stack.pid, this.postmaster);
  }

  private async walPosition(): Promise<number> {
    const rows = await ask<{ bytes: string }>(this.url, `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`);
    return Number(rows[0].bytes);
  }
}

async function postmasterOf(url: string): Promise<number> {
  const [{ file }] = await ask<{ file: string }>(url, `select pg_read_file('postmaster.pid', 0, 32) as file`);
  return Number(file.split('\n')[0]);
}

/** A connection of its own for each question: the stack stops between two of them, whichever rows were chosen. */
async function ask<T extends QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}
