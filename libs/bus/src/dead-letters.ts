import { Database, newId } from '@app/persistence';

/** Longer than any handler may take. When a process dies with a row, another takes the row after the lease. */
const leaseS = 60;
const reasonLimit = 2000;

/** A fact that a consumer failed to handle. */
export interface DeadFact {
  id: string;
  /** Name of the durable whose handler failed. */
  consumer: string;
  subject: string;
  /** The fact as received: JSON, unless it failed because it is no JSON. */
  payload: string;
  headers: Record<string, string>;
  reason: string;
  failures: number;
}

/** A dead fact that one process handles again. `claim` loses its force when the lease ends. */
export interface TakenFact extends DeadFact {
  claim: string;
}

/** A dead fact as the operator sees it. */
export interface ShownFact extends DeadFact {
  diedAt: Date;
  /** When set, the redriver handles the fact again from this time on. */
  redrivenAt: Date | null;
}

/*
 * `redriven_at` is the whole state: null means dead, a time means "handle it again, not before then". A lease and a wait
 * therefore share one column, and no transaction stays open while the handler runs.
 */
const statements = {
  keep: {
    name: 'dead-keep',
    text: `insert into dead (id, consumer, subject, payload, headers, reason, failures) values ($1, $2, $3, $4, $5, $6, $7)`,
  },
  due: 'select from dead where redriven_at <= app.now()',
  take: {
    name: 'dead-take',
    text: `update dead set redriven_at = app.now() + interval '${leaseS} seconds'
           where id = (select id from dead where redriven_at <= app.now()
                       order by redriven_at, id limit 1 for update skip locked)
           returning id, consumer, subject, payload, headers, reason, failures, redriven_at::text as claim`,
  },
  fail: {
    name: 'dead-fail',
    text: `update dead set reason = $3, failures = failures + 1, redriven_at = app.now() + $4::float8 * interval '1 ms'
           where id = $1 and redriven_at = $2::timestamptz`,
  },
  list: `select id, consumer, subject, payload, headers, reason, failures, died_at as "diedAt", redriven_at as "redrivenAt"
         from dead order by died_at, id limit $1`,
  measure: `select count(*)::int as rows, coalesce(extract(epoch from app.now() - min(died_at)), 0)::float8 as "oldestS" from dead`,
};

/** The table `dead` of one service: facts that its consumers failed to handle. A row stays until it is handled. */
export class DeadLetters {
  constructor(private readonly database: Database) {}

  async keep(fact: Omit<DeadFact, 'id'>): Promise<void> {
    const { consumer, subject, payload, headers, reason, failures } = fact;
    // Postgres refuses U+0000 in text, and JetStream would redeliver a message that cannot be stored for ever.
    const values = [consumer, subject, storable(payload), headers, storable(reason), failures];
    await this.database.query(statements.keep, [newId('msg'), ...values]);
  }

  /** Whether a fact is due to be handled again. */
  areDue(): Promise<boolean> {
    return this.database.finds(statements.due);
  }

  /** One fact that is due to be handled again, leased for a minute; null when none is due. */
  async take(): Promise<TakenFact | null> {
    const { rows } = await this.database.query<TakenFact>(statements.take);
    return rows[0] ?? null;
  }

  async forget(id: string): Promise<void> {
    await this.database.query('delete from dead where id = $1', [id]);
  }

  /**
   * Records one more failure. Changes nothing when the lease was lost.
   * @param againInMs milliseconds until the next attempt; null: the fact is dead until an operator redrives it
   */
  async fail(fact: TakenFact, reason: string, againInMs: number | null): Promise<void> {
    await this.database.query(statements.fail, [fact.id, fact.claim, storable(reason), againInMs]);
  }

  /** Marks all dead facts to be handled again. @returns how many */
  async redriveAll(): Promise<number> {
    const { rowCount } = await this.database.query('update dead set redriven_at = app.now() where redriven_at is null');
    return rowCount ?? 0;
  }

  /** Marks one fact to be handled again; a fact that is marked stays as it is. @returns false when there is no such row */
  async redrive(id: string): Promise<boolean> {
    const { rows } = await this.database.query<{ id: string }>(
      `with asked as (update dead set redriven_at = app.now() where id = $1 and redriven_at is null)
       select id from dead where id = $1`,
      [id],
    );
    return rows.length > 0;
  }

  /** Oldest first. */
  async list(limit: number): Promise<ShownFact[]> {
    return (await this.database.query<ShownFact>(statements.list, [limit])).rows;
  }

  /** The number of rows, and the age of the oldest in seconds (0 without rows). */
  async measure(): Promise<{ rows: number; oldestS: number }> {
    return (await this.database.query<{ rows: number; oldestS: number }>(statements.measure)).rows[0];
  }
}

/** The text that a row keeps of a thrown value. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return reason.slice(0, reasonLimit);
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
