import { Problem } from '@app/problem';
import { FairQueue } from '@app/queues';

/** A task that waits for its turn. */
interface Waiting {
  /** When its caller stops waiting, in milliseconds since 1970; null for a job, which waits as long as it takes. */
  untilMs: number | null;
  start: () => void;
  refuse: () => void;
}

/** By the organization, or the table. */
type Tasks = FairQueue<string, Waiting>;

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
  private readonly reports: Tasks = new FairQueue({ maxOfOwner: maxWaitingOfOwner, max: maxWaiting });
  private readonly rows: Tasks = new FairQueue({ maxOfOwner: 1, max: maxWaitingTables });
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
    return { reports: this.reports.size, rows: this.rows.size };
  }

  /**
   * @param owner the organization
   * @param untilMs when the caller stops waiting, in milliseconds since 1970; null: never
   * @throws Problem `unavailable` when too many tasks wait, or when the turn comes too late
   */
  run<T>(owner: string, untilMs: number | null, work: () => Promise<T>): Promise<T> {
    return this.runInTurn(this.reports, owner, untilMs, tooManyReports, work);
  }

  /**
   * Runs a row of a table after the reports and fits that wait.
   * @param table of each table one row may wait
   * @throws Problem `unavailable` when a row of the table waits already, or rows of too many tables
   */
  runRow<T>(table: string, work: () => Promise<T>): Promise<T> {
    return this.runInTurn(this.rows, table, null, tooManyRows, work);
  }

  private async runInTurn<T>(
    tasks: Tasks,
    owner: string,
    untilMs: number | null,
    tooMany: () => Problem,
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.running < this.slots) this.running += 1;
    else {
      await new Promise<void>((start, reject) => {
        const refuse = () => reject(tooMany());
        if (!tasks.add(owner, { untilMs, start, refuse })) refuse();
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
    const task = (isRowsTurn ? nextOf(this.rows, nowMs) : null) ?? nextOf(this.reports, nowMs);
    this.before = task === null || isRowsTurn || this.rows.size === 0 ? 0 : this.before + 1;
    const started = task ?? nextOf(this.rows, nowMs);
    if (started === null) this.running -= 1;
    else started.start();
  }
}

/** Takes the next task whose caller still waits; the others are refused. */
function nextOf(tasks: Tasks, nowMs: number): Waiting | null {
  for (let owner = tasks.nextOwner(); owner !== undefined; owner = tasks.nextOwner()) {
    const task = tasks.take(owner)!;
    if (task.untilMs === null || task.untilMs > nowMs) return task;
    task.refuse();
  }
  return null;
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
