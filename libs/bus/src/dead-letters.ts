import { Database, newId } from '@app/persistence';

/** Longer than any handler may take: who took a row and died leaves it to another afterwards. */
const leaseS = 60;
const reasonLimit = 2000;

/** A fact that a consumer gave up. */
export interface DeadFact {
  id: string;
  /** Name of the durable whose work failed. */
  consumer: string;
  subject: string;
  /** The fact as it came, JSON unless that was the fault. */
  payload: string;
  headers: Record<string, string>;
  reason: string;
  failures: number;
}

/** A dead fact that is being handled again; `claim` is void once the lease has passed. */
export interface TakenFact extends DeadFact {
  claim: string;
}

/** A dead fact as it is shown to a person. */
export interface ShownFact extends DeadFact {
  diedAt: Date;
  /** Set: it is asked to be handled again, from this time on. */
  redrivenAt: Date | null;
}

/*
 * `redriven_at` is the whole state: null is dead, a time is "handle it again, not before then". So a lease and a wait
 * are the same column, and no transaction stays open while the work runs.
 */
const statements = {
  keep: {
    name: 'dead-keep',
    text: `insert into dead (id, consumer, subject, payload, headers, reason, failures) values ($1, $2, $3, $4, $5, $6, $7)`,
  },
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

/** The table `dead` of one service: what its consumers gave up, until it is handled after all. */
export class DeadLetters {
  constructor(private readonly database: Database) {}

  async keep(fact: Omit<DeadFact, 'id'>): Promise<void> {
    const { consumer, subject, payload, headers, reason, failures } = fact;
    // Text refuses U+0000, and a message that cannot be buried would come for ever.
    const values = [consumer, subject, storable(payload), headers, storable(reason), failures];
    await this.database.query(statements.keep, [newId('msg'), ...values]);
  }

  /** One fact that is asked to be handled again, leased for a minute; null when none is due. */
  async take(): Promise<TakenFact | null> {
    const { rows } = await this.database.query<TakenFact>(statements.take);
    return rows[0] ?? null;
  }

  async forget(id: string): Promise<void> {
    await this.database.query('delete from dead where id = $1', [id]);
  }

  /** One failure more; `againInMs` null: dead until a person asks again. Nothing when the lease was lost. */
  async fail(fact: TakenFact, reason: string, againInMs: number | null): Promise<void> {
    await this.database.query(statements.fail, [fact.id, fact.claim, storable(reason), againInMs]);
  }

  /** Asks for all that are dead to be handled again. @returns how many */
  async redriveAll(): Promise<number> {
    const { rowCount } = await this.database.query('update dead set redriven_at = app.now() where redriven_at is null');
    return rowCount ?? 0;
  }

  /** The same for one; nothing new when it was asked before. @returns false when there is no such row */
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

  /** How many rows there are, and the age of the oldest in seconds, 0 when there is none. */
  async measure(): Promise<{ rows: number; oldestS: number }> {
    return (await this.database.query<{ rows: number; oldestS: number }>(statements.measure)).rows[0];
  }
}

/** What a row says of anything thrown. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return reason.slice(0, reasonLimit);
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
