import { DATABASE } from '@app/boot';
import { NamespaceRef } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { Database, JobEnd, JobRow, Jobs } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { storedActive } from '../judgment/definition/judgment';
import { dropRowsOfJob } from '../queue/pending/dequeue.store';
import { BackfillCursor, BackfillRequest, cursorAtStart, resultOf } from './backfill';
import { BackfillPages } from './backfill-pages';
import { BackfillStore } from './backfill.store';

/** The next page is queued when fewer rows than this wait. */
const lowWater = 250;
/** How often a backfill looks whether the next page may be queued while its documents are judged. */
const lookEveryS = 0.5;

/**
 * Walks the selected documents and queues them in the lane of backfills, a page ahead of the judging, so that a cancel or
 * `max_usd` finds little under way. A page is queued before the cursor moves. After a kill in between it is queued again,
 * which finds its rows, or answers that exist by then.
 */
@Injectable()
export class BackfillWalk {
  constructor(
    private readonly jobs: Jobs,
    private readonly store: BackfillStore,
    private readonly pages: BackfillPages,
    private readonly judgments: JudgmentService,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** One step of a claimed job. @throws LeaseLost */
  async step(job: JobRow): Promise<void> {
    const request = job.request as BackfillRequest;
    const cursor = (job.cursor as BackfillCursor | null) ?? startOf(job);
    const tally = await this.store.tally(job.id);
    if (job.cancelled || tally.isStopped) return this.stop(job, cursor);
    const isDone = tally.waiting === 0 && cursor.isQueued;
    const again = isDone ? await this.readReinstatingCursor(job, request, cursor) : null;
    if (isDone && !again) return this.end(job, cursor);
    const moved = await this.move(job, request, again ?? cursor, tally.waiting);
    const done = Math.max(0, cursor.queued - tally.waiting);
    const total = Math.max(Number(job.total), moved.queued);
    await this.jobs.advanceAndRelease(job, { done, total, cursor: moved }, moved === cursor ? lookEveryS : 0);
  }

  /** The cursor after the next page; the same one while enough rows wait. A paused namespace ends or passes at once. */
  private async move(
    job: JobRow,
    request: BackfillRequest,
    cursor: BackfillCursor,
    waiting: number,
  ): Promise<BackfillCursor> {
    const { organization } = job;
    const { namespace } = cursor;
    if (namespace === null) return cursor.isQueued ? cursor : this.readNextNamespace(job, cursor);
    const ref = { organization, namespace };
    if (await this.pages.isPaused(ref)) return this.passPaused(job, ref, cursor);
    if (cursor.isQueued || waiting >= lowWater) return cursor;
    if (waiting === 0) await this.store.releaseAll(job.id);
    const isReinstating = request.isFree === true || cursor.isBack === true;
    const { count, next } = await this.pages.queueNext(job, ref, request, cursor.after, isReinstating);
    const queued = cursor.isBack ? cursor.queued : cursor.queued + count;
    const moved = { ...cursor, after: next, queued };
    if (next !== null) return moved;
    if (namespace === job.namespace) return { ...moved, isQueued: true };
    return { ...moved, namespace: null, afterNamespace: namespace };
  }

  private async readNextNamespace(job: JobRow, cursor: BackfillCursor): Promise<BackfillCursor> {
    const ref = { organization: job.organization, namespace: job.namespace! };
    const namespace = await this.pages.findNamespaceAfter(ref, cursor.afterNamespace);
    return namespace === null ? { ...cursor, isQueued: true } : { ...cursor, namespace, after: null };
  }

  /** Leaves a paused namespace of a prefix out. @throws Problem budget_exceeded when the backfill is of that namespace */
  private async passPaused(job: JobRow, { namespace }: NamespaceRef, cursor: BackfillCursor): Promise<BackfillCursor> {
    if (namespace === job.namespace) {
      const sentence = "The namespace's compute budget is spent; raise it and start the backfill again for the rest.";
      throw new Problem('budget_exceeded', sentence, { judged: (await this.store.tally(job.id)).answered });
    }
    const paused = [...cursor.paused, namespace];
    return { ...cursor, paused, namespace: null, afterNamespace: namespace, after: null };
  }

  /**
   * Where the walk begins again to reinstate answers: the pre-judged version became active before all of its documents
   * were judged, so its activation did not find these answers. Null when there is nothing to reinstate.
   */
  private async readReinstatingCursor(
    job: JobRow,
    request: BackfillRequest,
    cursor: BackfillCursor,
  ): Promise<BackfillCursor | null> {
    if (request.version === undefined || request.isFree || cursor.isBack) return null;
    const ref = { organization: job.organization, scope: job.namespace!, name: request.name };
    const judgment = await this.judgments.find(ref);
    if (judgment.id !== request.judgment || storedActive(judgment) !== request.version) return null;
    const { queued, paused } = cursor;
    return { ...startOf(job), queued, paused, isBack: true };
  }

  /** Drops the waiting rows. Ends when the claimed rows are judged, so that the result counts them. */
  private async stop(job: JobRow, cursor: BackfillCursor): Promise<void> {
    await dropRowsOfJob(this.db, job.id);
    const tally = await this.store.tally(job.id);
    if (tally.waiting > 0) return this.jobs.release(job, lookEveryS);
    if (!job.cancelled) return this.end(job, cursor);
    const sentence = 'The backfill was cancelled; what it judged until then stands.';
    const cancelled = new Problem('conflict', sentence, {
      reason: 'cancelled',
      ...resultOf(cursor, tally, false, job.request as BackfillRequest),
    });
    await this.finish(job, { result: cancelled.toEnvelope(), status: cancelled.status });
  }

  private async end(job: JobRow, cursor: BackfillCursor): Promise<void> {
    const tally = await this.store.tally(job.id);
    const result = resultOf(cursor, tally, !tally.isStopped, job.request as BackfillRequest);
    await this.finish(job, { result, status: 200, total: result.documents });
  }

  /** Ends a job with an error; its waiting rows leave the queue. @throws LeaseLost */
  async fail(job: JobRow, problem: Problem): Promise<void> {
    await dropRowsOfJob(this.db, job.id);
    await this.finish(job, { result: problem.toEnvelope(), status: problem.status });
  }

  private finish(job: JobRow, end: JobEnd): Promise<void> {
    return this.db.transaction('judgments.backfill-end', (tx) => this.jobs.finish(tx, job, end));
  }
}

function startOf(job: JobRow): BackfillCursor {
  return cursorAtStart(job.namespace!, isTemplate(job.namespace!));
}
