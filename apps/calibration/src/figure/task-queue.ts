import { Problem } from '@app/problem';
import { Turns } from './turns';

/** So many tasks of one organization may wait; another one is refused. */
export const maxWaitingOfOwner = 4;
/** So many tasks of all organizations may wait. */
export const maxWaiting = 64;
/** Tables of which a row may wait, one row each. */
export const maxWaitingTables = 64;
/** So many reports and fits go before a row that waits; then it has its turn, or a busy service would never score it. */
export const mostBeforeRow = 8;

/**
 * Runs so many tasks at once as it has slots. Organizations take turns, so that one that asks for many does not hold back another; what waits
 * is bounded, and a task whose caller has stopped waiting never starts. Rows of tables run when nothing else waits: a report
 * then waits for one row at most, and not for a table of 40.
 */
export class TaskQueue {
  private readonly reports = new Turns(maxWaitingOfOwner, maxWaiting);
  private readonly rows = new Turns(1, maxWaitingTables);
  private running = 0;
  /** Reports and fits that went before the rows that wait. */
  private before = 0;

  /** @param slots tasks that run at once */
  constructor(
    private readonly slots = 1,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** Tasks that wait: reports and fits, and rows of tables. */
  get waiting(): { reports: number; rows: number } {
    return { reports: this.reports.length, rows: this.rows.length };
  }

  /**
   * @param owner the organization
   * @param untilMs when the caller stops waiting, in milliseconds since 1970; null: never
   * @throws Problem `unavailable` when too many tasks wait, or when the turn comes too late
   */
  run<T>(owner: string, untilMs: number | null, work: () => Promise<T>): Promise<T> {
    return this.inTurn(this.reports, owner, untilMs, tooManyReports, work);
  }

  /**
   * Runs a row of a table after the reports and fits that wait.
   * @param table of each table one row may wait
   * @throws Problem `unavailable` when a row of the table waits already, or rows of too many tables
   */
  runRow<T>(table: string, work: () => Promise<T>): Promise<T> {
    return this.inTurn(this.rows, table, null, tooManyRows, work);
  }

  private async inTurn<T>(
    turns: Turns,
    owner: string,
    untilMs: number | null,
    tooMany: () => Problem,
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.running < this.slots) this.running += 1;
    else {
      await new Promise<void>((start, reject) => {
        const refuse = () => reject(tooMany());
        if (!turns.add(owner, { untilMs, start, refuse })) refuse();
      });
    }
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  /** Gives the slot of a task that has ended to the next. */
  private next(): void {
    const nowMs = this.nowMs();
    const isRowsTurn = this.before >= mostBeforeRow;
    const task = (isRowsTurn ? this.rows.next(nowMs) : null) ?? this.reports.next(nowMs);
    this.before = task === null || isRowsTurn || this.rows.isEmpty ? 0 : this.before + 1;
    const started = task ?? this.rows.next(nowMs);
    if (started === null) this.running -= 1;
    else started.start();
  }
}

function tooManyReports(): Problem {
  return new Problem(
    'unavailable',
    'Too many reports are being counted; ask again in some seconds, or narrow the report with `since` and `sources`.',
    {},
    { retryAfterS: 5 },
  );
}

function tooManyRows(): Problem {
  return new Problem(
    'unavailable',
    'Too many alternatives are being scored; ask again in some seconds.',
    {},
    {
      retryAfterS: 5,
    },
  );
}
