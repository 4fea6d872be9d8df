import type { QueryResult, QueryResultRow } from 'pg';

/** A hot statement: prepared once a connection under its name. */
export interface Named {
  name: string;
  text: string;
}

/** Whatever runs a statement: the database on any connection of its pool, or a transaction on its own. */
export interface Queryable {
  query<R extends QueryResultRow = QueryResultRow>(
    statement: Named | string,
    values?: unknown[],
  ): Promise<QueryResult<R>>;
}

/** A transaction. */
export interface Tx extends Queryable {
  /** Runs after the commit, in the order of the calls. */
  afterCommit(work: () => void): void;
  /** Wakes the relay after the commit, for rows that SQL added to the outbox. */
  wakeRelay(): void;
}

/** The moment until which a change may be made; a call of the bus is one. */
export interface TimeLimit {
  /** What is left, in milliseconds. */
  toBeginMs: number;
  /** @throws Problem `unavailable` when nothing is left */
  assertMayBegin(): void;
}

/** The form that `pg` takes. */
export function queryConfig(
  statement: Named | string,
  values: unknown[],
): { name?: string; text: string; values: unknown[] } {
  return typeof statement === 'string'
    ? { text: statement, values }
    : { name: statement.name, text: statement.text, values };
}
