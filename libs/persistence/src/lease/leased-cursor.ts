import { Queryable } from '../database/queryable';
import { type Renewal, runWhileRenewing } from './while-renewing';
import { LeasedRow, LeasedTable, LeaseStatements, leaseS, leaseStatements, restAfterFailureS } from './leased-table';

/** A quarter of an hour is longer than the longest step. */
const renewal: Renewal = { everyMs: 20_000, forMs: 15 * 60_000 };

/** The row has ended, or another process holds it: the transaction of the step rolls back. */
export class LeaseLost extends Error {
  constructor(table: string) {
    super(`the row of ${table} has ended, or another process holds it`);
  }
}

/**
 * Long walks that several processes share: a process claims a row, moves its cursor step by step, and releases it. When
 * the process dies, its lease runs out and the next one claims the row and goes on at the cursor.
 *
 * Each claim has a number (`attempts`). Every statement of a holder names it, so a process whose lease ran out can neither
 * advance nor end a row that another process has claimed since: it gets `LeaseLost`. A cursor that moves in the
 * transaction of the work that it stands for is therefore moved exactly once.
 */
export class LeasedCursor<R extends LeasedRow, K extends keyof R & string, C extends keyof R & string> {
  private readonly statements: LeaseStatements;

  constructor(private readonly table: LeasedTable<R, K, C>) {
    this.statements = leaseStatements(table);
  }

  /** The free row that is first in the table's order, held by the caller from now on; null when none is free. */
  async claim(on: Queryable): Promise<R | null> {
    const { rows } = await on.query<R>(this.statements.claim);
    return rows[0] ?? null;
  }

  /**
   * Claims the free row that is first and works on it, as a turn of a worker.
   * @param step rolls back with `LeaseLost` when another process has claimed the row since, or the row has ended
   * @returns whether there was a row
   */
  async stepNext(on: Queryable, step: (row: R) => Promise<unknown>): Promise<boolean> {
    const row = await this.claim(on);
    if (row === null) return false;
    try {
      await step(row);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
    return true;
  }

  /** The table's name. */
  get name(): string {
    return this.table.name;
  }

  /** SQL condition of rows that can be claimed: they are open, and nobody holds them. */
  get free(): string {
    return this.statements.free;
  }

  /** Select that finds a row when one can be claimed. */
  get freeRows(): string {
    const { name, order } = this.table;
    return typeof order === 'string' ? `select from ${name} where ${this.free}` : order.look;
  }

  /**
   * Claims several rows at once.
   * @param chosen SQL that selects the keys of free rows, which it has locked with `for update skip locked`
   * @param values of its parameters
   */
  async claimChosen(on: Queryable, chosen: string, values: unknown[]): Promise<R[]> {
    const { rows } = await on.query<R>(this.statements.claimOf(chosen), values);
    return rows;
  }

  /**
   * Moves the cursor, in the transaction of the work that it stands for, and begins the lease again.
   * @returns the row as it is now
   * @throws LeaseLost
   */
  advance(on: Queryable, row: R, to: Pick<R, C>): Promise<R> {
    return this.move(on, row, to, leaseS);
  }

  /**
   * Moves the cursor and gives the row back in the same statement.
   * @param afterS seconds until it can be claimed again
   * @throws LeaseLost
   */
  advanceAndRelease(on: Queryable, row: R, to: Pick<R, C>, afterS = 0): Promise<R> {
    return this.move(on, row, to, afterS);
  }

  private async move(on: Queryable, row: R, to: Pick<R, C>, claimableInS: number): Promise<R> {
    const cursor = this.table.cursor.map((column) => parameterOf(to[column]));
    const { rows } = await on.query<LeasedRow>(this.statements.advance, [...this.holder(row), ...cursor, claimableInS]);
    if (rows.length === 0) throw new LeaseLost(this.table.name);
    return { ...row, ...to, ...rows[0] };
  }

  /**
   * Gives the row back where it stands; nothing when the caller no longer holds it.
   * @param afterS seconds until it can be claimed again
   */
  async release(on: Queryable, row: Pick<R, K | 'attempts'>, afterS = 0): Promise<void> {
    await on.query(this.statements.release, [...this.holder(row), afterS]);
  }

  /** Gives the row back after a failure that may pass. */
  giveBack(on: Queryable, row: Pick<R, K | 'attempts'>): Promise<void> {
    return this.release(on, row, restAfterFailureS);
  }

  /** Checks the lease for work that may be done twice: it takes no lock, so another process may claim the row right after. @throws LeaseLost */
  async assertHeld(on: Queryable, row: Pick<R, K | 'attempts'>): Promise<void> {
    const { rowCount } = await on.query(this.statements.find, this.holder(row));
    if (rowCount !== 1) throw new LeaseLost(this.table.name);
  }

  /** Ends a walk by deleting its row. @throws LeaseLost */
  async remove(on: Queryable, row: Pick<R, K | 'attempts'>): Promise<void> {
    const { rowCount } = await on.query(this.statements.remove, this.holder(row));
    if (rowCount !== 1) throw new LeaseLost(this.table.name);
  }

  /** Ends several walks in one statement. @throws LeaseLost when the caller holds one of them no more */
  async removeAll(on: Queryable, rows: readonly Pick<R, K | 'attempts'>[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = [...this.table.key, 'attempts' as const];
    const held = rows.map((row) => Object.fromEntries(columns.map((column) => [column, textOf(row[column])])));
    const { rowCount } = await on.query(this.statements.removeAll, [JSON.stringify(held)]);
    if (rowCount !== rows.length) throw new LeaseLost(this.table.name);
  }

  /** Renews the lease while a step takes longer than one, for a quarter of an hour at most. */
  keepWhile<T>(on: Queryable, row: Pick<R, K | 'attempts'>, step: () => Promise<T>): Promise<T> {
    return runWhileRenewing(renewal, () => on.query(this.statements.renew, this.holder(row)), step);
  }

  private holder(row: Pick<R, K | 'attempts'>): unknown[] {
    return [...this.table.key.map((column) => row[column]), row.attempts];
  }
}

/** Objects are `jsonb`. */
function parameterOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
}

/** A value as JSON from which Postgres makes the column's value again. */
function textOf(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}
