import { Database } from '../database/database';
import { Tx } from '../database/queryable';

/** Tables partitioned by range of a date, and how long their days stay. */
export interface DaysSpec {
  /** Names of the partitioned tables; a day's partition is called `<table>_<YYYYMMDD>`. */
  tables: readonly string[];
  /** Days after which a day goes, whole, by the database's clock and in UTC. */
  keptDays: number;
}

/** A partition that is about to be dropped. */
export interface DayGone {
  table: string;
  /** The oldest day that stays, `YYYY-MM-DD`. */
  keptFrom: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const utcToday = `(app.now() at time zone 'utc')::date`;

/** Makes the days of partitioned tables before they are needed and drops them when their time is over. */
export class DayPartitions {
  /** Days that a committed transaction has seen. */
  private readonly known = new Set<string>();

  constructor(
    protected readonly database: Database,
    private readonly spec: DaysSpec,
  ) {}

  /** Whether a committed transaction of this process has seen a day's partitions. */
  protected has(day: string): boolean {
    return this.known.has(day);
  }

  /**
   * Makes a day's partitions when they are not there. Attached, not made in place: that would shut readers out.
   * @param day `YYYY-MM-DD`
   */
  async mustHave(tx: Tx, day: string): Promise<void> {
    if (this.known.has(day)) return;
    await this.lock(tx);
    for (const table of this.spec.tables) {
      const partition = partitionOf(table, day);
      const { rows } = await tx.query<{ known: boolean }>('select to_regclass($1) is not null as known', [partition]);
      if (rows[0].known) continue;
      await tx.query(`create table ${partition} (like ${table} including all)`);
      await tx.query(
        `alter table ${table} attach partition ${partition} for values from ('${day}') to ('${dayAfter(day)}')`,
      );
    }
    tx.afterCommit(() => this.known.add(day));
  }

  /** Makes the partitions of today and tomorrow. */
  async makeAhead(): Promise<void> {
    await this.database.transaction('persistence.day-partitions', async (tx) => {
      const today = await this.readToday(tx);
      await this.mustHave(tx, today);
      await this.mustHave(tx, dayAfter(today));
    });
  }

  /** Drops the oldest partition past its time; false when there is none. */
  async dropOldest(): Promise<boolean> {
    return this.database.transaction('persistence.day-partitions', async (tx) => {
      // Dropping waits for readers of that day: rather try again than make everyone queue behind the wait.
      await tx.query(`set local lock_timeout = '2s'`);
      await this.lock(tx);
      const { rows } = await tx.query<{ name: string; kept_from: string }>(
        `select c.relname as name, (${utcToday} - $2::int)::text as kept_from
         from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
         where i.inhparent = any($1::regclass[])
           and c.relname < p.relname || to_char(${utcToday} - $2::int, '"_"YYYYMMDD')
         order by right(c.relname, 8), c.relname limit 1`,
        [this.spec.tables, this.spec.keptDays],
      );
      if (rows.length === 0) return false;
      const [{ name, kept_from: keptFrom }] = rows;
      await this.leave(tx, { table: name, keptFrom });
      this.known.clear();
      await tx.query(`drop table ${name}`);
      return true;
    });
  }

  /** The day on which rows are written now. */
  protected async readToday(tx: Tx): Promise<string> {
    const { rows } = await tx.query<{ today: string }>(`select ${utcToday}::text as today`);
    return rows[0].today;
  }

  /** What a service keeps of a day that goes, in the transaction that drops it. */
  protected leave(_tx: Tx, _gone: DayGone): Promise<void> {
    return Promise.resolve();
  }

  /** Makers and droppers of a schema come one after another. */
  private async lock(tx: Tx): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`${this.database.schema}.partition`]);
  }
}

function partitionOf(table: string, day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`${day} is no day`);
  return `${table}_${day.replaceAll('-', '')}`;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}
