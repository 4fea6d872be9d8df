import { Database } from './database';
import { Tx } from './queryable';

/** How long a statement of a page may take, in milliseconds. */
const pageMs = 1_000;
const largestPage = 2_000;

/**
 * Upkeep of many rows in pages, each a transaction of its own. A page that takes longer than a second is rolled back, and
 * the next one has a tenth of its rows; each page that ends doubles the next one, up to 2,000 rows.
 */
export class TimedPages {
  private rows = largestPage;

  constructor(
    private readonly database: Database,
    /** Names the transaction of a page, and its kill points. */
    private readonly name: string,
  ) {}

  /**
   * @param page does up to so many rows
   * @returns what it gave, or null when it took longer than a second and did nothing
   */
  async run<T>(page: (tx: Tx, rows: number) => Promise<T>): Promise<T | null> {
    const { rows } = this;
    try {
      const done = await this.database.transaction(this.name, async (tx) => {
        await tx.query(`set local statement_timeout = ${pageMs}`);
        return page(tx, rows);
      });
      this.rows = Math.min(largestPage, 2 * rows);
      return done;
    } catch (error) {
      if (!isOverTime(error) || rows === 1) throw error;
      this.rows = Math.max(1, Math.floor(rows / 10));
      return null;
    }
  }
}

/** Whether Postgres ended a statement because it took longer than it may. */
function isOverTime(error: unknown): boolean {
  return (error as { cause?: { code?: string } }).cause?.code === '57014';
}
