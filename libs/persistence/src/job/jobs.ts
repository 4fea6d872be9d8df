import { JobOwner, JobType, jobOwners } from '@app/contracts/jobs';
import { currentTraceparent, runInSpan } from '@app/observability';
import { Problem } from '@app/problem';
import { Database } from '../database/database';
import { newId } from '../database/ids';
import { literal } from '../database/looks';
import { Queryable, Tx } from '../database/queryable';
import { LeaseLost } from '../lease/leased-cursor';
import { leaseEnd } from '../lease/leased-table';
import { JobRow } from './job';
import { cancelNow, markCancelled } from './job-cancel';
import { JobEnd, endJob } from './job-end';
import { countFailure, keepReason, maxFailures } from './job-failure';
import { jobLease } from './job-lease';
import { JobFilter, JobPage, JobAccess, findJob, listJobs } from './job-reading';

export interface JobSpec {
  organization: string;
  type: JobType;
  namespace: string | null;
  request: object;
  total?: number;
  /** The process that adds the job keeps it from the workers for one lease: it leaves it to them, drops it or does it. */
  held?: 'queued' | 'running';
}

/** A step forward; what is left out stays as it is in the row. */
export interface JobStep {
  done?: number;
  total?: number;
  cursor?: object | null;
}

/** What a holder must name of its job: the claim's number tells it from later holders. */
export type HeldJob = Pick<JobRow, 'id' | 'attempts'>;

/** The jobs of one owner: long requests with their results, each worked on by one process at a time (`LeasedCursor`). */
export class Jobs {
  private readonly wakers: (() => void)[] = [];
  private readonly letter: string;

  /**
   * @param owner stands as a letter after `job_` in the ids
   * @param onEnd is called with each job that this process has ended, after the commit
   */
  constructor(
    private readonly database: Database,
    owner: JobOwner,
    private readonly onEnd: (job: JobRow) => void = () => undefined,
  ) {
    this.letter = Object.entries(jobOwners).find(([, name]) => name === owner)![0];
  }

  /** Calls `wake` when this process has made a job claimable; the loops of workers listen. */
  onClaimable(wake: () => void): void {
    this.wakers.push(wake);
  }

  async add(tx: Tx, { organization, type, namespace, request, total = 0, held }: JobSpec): Promise<JobRow> {
    const id = `job_${this.letter}${newId('job').slice(4)}`;
    const { rows } = await tx.query<JobRow>(
      `insert into job (id, organization, type, namespace, request, total, status, started_at, lease_until, traceparent)
       values ($1, $2, $3, $4, $5, $6, $7, case when $7 = 'running' then app.now() end, case when $8 then ${leaseEnd} end, $9)
       returning *`,
      [id, organization, type, namespace, request, total, held ?? 'queued', held !== undefined, currentTraceparent()],
    );
    if (!held) tx.afterCommit(() => this.wakeWorker());
    return rows[0];
  }

  /** Leaves a job that was added as held and queued to the workers. @returns false when it was dropped before */
  async leave(id: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `update job set lease_until = case when status = 'queued' then null else lease_until end where id = $1`,
      [id],
    );
    this.wakeWorker();
    return rowCount === 1;
  }

  /** Deletes a job that was added as held and queued, before anybody saw it; nothing when it was left to the workers. */
  async drop(id: string): Promise<void> {
    await this.database.query(`delete from job where id = $1 and status = 'queued' and lease_until is not null`, [id]);
  }

  /** Works on a job in the trace of the request that made it. */
  runInTrace<T>({ type, traceparent }: JobRow, work: () => Promise<T>): Promise<T> {
    return runInSpan(`job ${type}`, { kind: 'consumer', traceparent: traceparent ?? undefined }, work);
  }

  /** The job that waits longest for its turn; null when there is none. */
  claim(): Promise<JobRow | null> {
    return jobLease.claim(this.database);
  }

  /** Whether a job can be claimed. @param type of this type alone */
  areFree(type?: string): Promise<boolean> {
    return this.database.finds(
      type === undefined ? jobLease.freeRows : `${jobLease.freeRows} and type = ${literal(type)}`,
    );
  }

  /** A claim of one type, for an owner whose types have workers of their own. */
  async readClaimOf(type: string): Promise<JobRow | null> {
    const chosen = `select id from job where ${jobLease.free} and type = $1
      order by coalesce(lease_until, created_at), id limit 1 for update skip locked`;
    return (await jobLease.claimChosen(this.database, chosen, [type]))[0] ?? null;
  }

  /**
   * Claims a job and works on it in the trace of its request, as a turn of a worker.
   * @param step rolls back with `LeaseLost` when the job was cancelled, or another process has claimed it since
   * @param type only a job of this type
   * @returns whether there was a job
   */
  async stepNext(step: (job: JobRow) => Promise<void>, type?: string): Promise<boolean> {
    const job = await (type === undefined ? this.claim() : this.readClaimOf(type));
    if (job === null) return false;
    try {
      await this.runInTrace(job, () => step(job));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
    return true;
  }

  /**
   * Moves the job's place, in the transaction of the work that it stands for.
   * @returns the job as it is now; `cancelled` when its owner marked it meanwhile
   * @throws LeaseLost
   */
  advance(job: JobRow, progress: JobStep, on: Queryable = this.database): Promise<JobRow> {
    return jobLease.advance(on, job, moved(job, progress));
  }

  /** @param afterS seconds until the job may be claimed again @throws LeaseLost */
  advanceAndRelease(job: JobRow, progress: JobStep, afterS = 0): Promise<JobRow> {
    return jobLease.advanceAndRelease(this.database, job, moved(job, progress), afterS);
  }

  /** Gives a job back behind the others; nothing when the caller does not hold it. */
  async release(job: HeldJob, afterS = 0): Promise<void> {
    await jobLease.release(this.database, job, afterS);
    if (afterS === 0) this.wakeWorker();
  }

  /** Gives a job back after a failure that may pass. */
  giveBack(job: HeldJob): Promise<void> {
    return jobLease.giveBack(this.database, job);
  }

  /** Keeps the job while a step takes longer than a lease. */
  keepWhile<T>(job: HeldJob, step: () => Promise<T>): Promise<T> {
    return jobLease.keepWhile(this.database, job, step);
  }

  /** Deletes a job that ended before anybody saw it. @throws LeaseLost */
  remove(tx: Tx, job: HeldJob): Promise<void> {
    return jobLease.remove(tx, job);
  }

  /**
   * Ends a job and raises its event, in the transaction of what ended it.
   * @throws LeaseLost
   */
  async finish(tx: Tx, job: HeldJob, end: JobEnd): Promise<void> {
    const ended = await endJob(tx, job, end);
    if (!ended) throw new LeaseLost('job');
    tx.afterCommit(() => this.onEnd(ended));
  }

  /**
   * After a failure that is a defect of ours: the job rests, twice as long each time. At the fifth failure without a step
   * forward it ends as failed.
   */
  async fail(job: JobRow, error: unknown): Promise<void> {
    await this.database.transaction('persistence.job-failure', async (tx) => {
      const failed = await countFailure(tx, job);
      if (!failed || failed.failures < maxFailures) return;
      await keepReason(tx, failed, error);
      const message = 'The job failed and was given up; what it did until then stands.';
      const internal = new Problem('internal', message, { request_id: job.id });
      await this.finish(tx, failed, { result: internal.toEnvelope(), status: internal.status });
    });
  }

  /** @throws Problem `not_found`, also for a job that the reader may not see */
  get(reader: JobAccess, id: string): Promise<JobRow> {
    return findJob(this.database, reader, id);
  }

  /** A page of the jobs that the reader may see, newest first. */
  list(reader: JobAccess, filter: JobFilter): Promise<JobPage> {
    return listJobs(this.database, reader, filter);
  }

  /** Marks a job, whose worker then ends it. @throws Problem `conflict` when it has finished */
  markCancelled(id: string): Promise<JobRow> {
    return markCancelled(this.database, id);
  }

  private wakeWorker(): void {
    this.wakers.forEach((wake) => wake());
  }

  /**
   * Ends a job as cancelled. A step that advances the job in its own transaction rolls back.
   * @throws Problem `conflict` when it has finished
   */
  cancelNow(id: string): Promise<JobRow> {
    return this.database.transaction('persistence.job-cancel', async (tx) => {
      const ended = await cancelNow(tx, id);
      tx.afterCommit(() => this.onEnd(ended));
      return ended;
    });
  }
}

function moved(job: JobRow, { done, total, cursor }: JobStep): Pick<JobRow, 'done' | 'total' | 'cursor'> {
  return {
    done: done === undefined ? job.done : String(done),
    total: total === undefined ? job.total : String(total),
    cursor: cursor === undefined ? job.cursor : cursor,
  };
}
