import { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { answerLimitMs } from './deadline';
import { isStalePlan, wasRefused } from './fault';
import { statementTimeoutMs } from './pool';
import { Named, queryConfig } from './queryable';

/** The statement time-out that the session of a client has now, in milliseconds; without an entry that of the pool. */
const sessionTimeouts = new WeakMap<PoolClient, number>();

/**
 * One connection of the pool while somebody holds it. Once the server has left a statement without an answer, the
 * connection takes no other and leaves the pool: with the host gone, the system would keep it open for a quarter of an hour.
 * So does one whose prepared statements are older than a migration.
 */
export class Connection {
  private broken: Error | undefined;

  /**
   * @param onAnswer is called for each answer of the server, refusals included
   * @param leave is called when the connection goes back to the pool
   */
  constructor(
    private readonly client: PoolClient,
    private readonly onAnswer: () => void,
    private readonly leave: () => void,
  ) {}

  async query<R extends QueryResultRow>(statement: Named | string, values: unknown[] = []): Promise<QueryResult<R>> {
    if (this.broken) throw this.broken;
    try {
      const config = { ...queryConfig(statement, values), query_timeout: answerLimitMs() };
      const result = await this.client.query<R>(config);
      this.onAnswer();
      return result;
    } catch (error) {
      if (wasRefused(error) && !isStalePlan(error)) this.onAnswer();
      else this.broken = error as Error;
      throw error;
    }
  }

  /** Has the server end the statements that follow on this connection after so many milliseconds. */
  async setStatementTimeout(ms: number): Promise<void> {
    if ((sessionTimeouts.get(this.client) ?? statementTimeoutMs) === ms) return;
    await this.query(`set statement_timeout = ${ms}`);
    sessionTimeouts.set(this.client, ms);
  }

  /** Ends a transaction that failed; a connection that cannot roll back leaves the pool. */
  async rollBack(): Promise<void> {
    await this.query('rollback').catch((fault: Error) => (this.broken ??= fault));
  }

  /** Gives the connection back to the pool, or destroys it. */
  release(): void {
    this.client.release(this.broken);
    this.leave();
  }
}
