import { DATABASE } from '@app/boot';
import { isTemplate } from '@app/definition';
import { Database, JobEnd, JobRow, Jobs, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { storedActive } from '../judgment/judgment';
import { JudgmentService } from '../judgment/judgment.service';
import { StoredService } from '../judgment/stored.service';
import { JudgingService } from '../judging/judging.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { rankOf } from '../pending/lane';
import { PendingStore } from '../pending/pending.store';
import { ChosenPage, ChosenService, Place } from '../version/chosen.service';
import { queueKey } from '../version/queue-key';
import { BackfillCursor, BackfillRequest, cursorAtStart, resultOf } from './backfill';
import { BackfillStore } from './backfill.store';

/** Documents queued together. */
const page = 500;
/** Fewer than this in the queue: the next page. */
const lowWater = 250;
/** While its documents are judged, a backfill looks so often whether the next page may be queued. */
const lookEveryS = 0.5;

/**
 * Walks what is stored by key and queues it in the lane of backfills, a page ahead of the judging, so that a cancel or
 * `max_usd` finds little under way. A page is queued before the cursor moves: killed in between it is queued again,
 * which finds its rows, or answers that need none.
 */
@Injectable()
export class BackfillWalk {
  constructor(
    private readonly store: BackfillStore,
    private readonly stored: StoredService,
    private readonly chosen: ChosenService,
    private readonly judgments: JudgmentService,
    private readonly namespaces: NamespaceStore,
    private readonly pending: PendingStore,
    private readonly judging: JudgingService,
    private readonly jobs: Jobs,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** One step of a claimed job. @throws LeaseLost */
  async step(job: JobRow): Promise<void> {
    const request = job.request as BackfillRequest;
    const cursor = (job.cursor as BackfillCursor | null) ?? cursorAtStart(job.namespace!, isTemplate(job.namespace!));
    const tally = await this.store.tally(job.id);
    if (job.cancelled || tally.isStopped) return this.stop(job, cursor);
    const back = tally.waiting === 0 && cursor.isQueued ? await this.backFrom(job, request, cursor) : null;
    if (tally.waiting === 0 && cursor.isQueued && !back) return this.end(job, cursor);
    const moved = await this.move(job, request, back ?? cursor, tally.waiting);
    const done = Math.max(0, cursor.queued - tally.waiting);
    const total = Math.max(Number(job.total), moved.queued);
    await this.jobs.advanceAndRelease(job, { done, total, cursor: moved }, moved === cursor ? lookEveryS : 0);
  }

  /** The next page, when there is room for one; what is paused waits for nobody. */
  private async move(
    job: JobRow,
    request: BackfillRequest,
    cursor: BackfillCursor,
    waiting: number,
  ): Promise<BackfillCursor> {
    if (cursor.namespace === null) return cursor.isQueued ? cursor : this.nextNamespace(job, cursor);
    const { organization } = job;
    const { namespace } = cursor;
    const { paused } = await this.namespaces.get(organization, namespace);
    if (paused) return this.passPaused(job, cursor);
    if (cursor.isQueued || waiting >= lowWater) return cursor;
    if (waiting === 0) await this.store.releaseAll(job.id);
    const isBack = request.isFree === true || cursor.isBack === true;
    const found = await this.page({ organization, namespace }, request, cursor.after, isBack);
    await this.queue(job, request, namespace, found.ids, isBack);
    const queued = cursor.isBack ? cursor.queued : cursor.queued + found.ids.length;
    const moved = { ...cursor, after: found.next, queued };
    if (found.next !== null) return moved;
    if (namespace === job.namespace) return { ...moved, isQueued: true };
    return { ...moved, namespace: null, afterNamespace: namespace };
  }

  private page(place: Place, request: BackfillRequest, after: string | null, isBack: boolean): Promise<ChosenPage> {
    const { version } = request;
    if (version === undefined) return this.chosen.ofActive(place, request, after, page);
    if (isBack) return this.chosen.back(place, { ...request, version }, after, page);
    return this.chosen.ahead(place, { ...request, version }, after, page);
  }

  /**
   * A version that became active while it was judged ahead: what its activation did not find yet is brought back.
   * @returns where that begins; null when there is nothing to bring back
   */
  private async backFrom(
    job: JobRow,
    request: BackfillRequest,
    cursor: BackfillCursor,
  ): Promise<BackfillCursor | null> {
    if (request.version === undefined || request.isFree || cursor.isBack) return null;
    const scope = job.namespace!;
    const judgment = await this.judgments.at({ organization: job.organization, scope, name: request.name });
    if (judgment.id !== request.judgment || storedActive(judgment) !== request.version) return null;
    const { queued, paused } = cursor;
    return { ...cursorAtStart(scope, isTemplate(scope)), queued, paused, isBack: true };
  }

  private async nextNamespace({ organization, namespace }: JobRow, cursor: BackfillCursor): Promise<BackfillCursor> {
    const place = { organization, namespace: namespace!, filter: null };
    const { ids } = await this.stored.scan(place, cursor.afterNamespace, 1, false);
    return ids.length === 0 ? { ...cursor, isQueued: true } : { ...cursor, namespace: ids[0], after: null };
  }

  /** Of a prefix the paused namespace is left out; a namespace of its own must have money to be judged. */
  private async passPaused(job: JobRow, cursor: BackfillCursor): Promise<BackfillCursor> {
    if (cursor.namespace === job.namespace) {
      const sentence = "The namespace's compute budget is spent; raise it and start the backfill again for the rest.";
      throw new Problem('budget_exceeded', sentence, { judged: (await this.store.tally(job.id)).answered });
    }
    const paused = [...cursor.paused, cursor.namespace!];
    return { ...cursor, paused, namespace: null, afterNamespace: cursor.namespace, after: null };
  }

  private async queue(
    job: JobRow,
    { judgment, version, only }: BackfillRequest,
    namespace: string,
    ids: readonly string[],
    isFree: boolean,
  ): Promise<void> {
    if (ids.length === 0) return;
    const namespaceId = await this.namespaces.idOf(job.organization, namespace);
    const judgmentId = version === undefined || isFree ? judgment : queueKey(judgment, version);
    await this.pending.queue(
      ids.map((document) => ({
        ...{ namespaceId, document, judgmentId, lane: rankOf('backfill'), isFree },
        ...{ debounceMs: 0, maxWaitMs: 0, version: 0, wanted: 0, touches: 1, traceparent: null },
        job: job.id,
        // Every document again: also where the context has not changed since the last answer, but once.
        renewAt: only || isFree ? null : job.created_at,
      })),
    );
    await killPoint('judgments.backfill.queued');
    this.judging.wake();
  }

  /** What waits is not asked; what is under way ends first, so that the result counts it. */
  private async stop(job: JobRow, cursor: BackfillCursor): Promise<void> {
    await this.store.drop(job.id);
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

  /** Ends a job by a refusal: its rows leave the queue. */
  async fail(job: JobRow, problem: Problem): Promise<void> {
    await this.store.drop(job.id);
    await this.finish(job, { result: problem.toEnvelope(), status: problem.status });
  }

  private async finish(job: JobRow, end: JobEnd): Promise<void> {
    await this.db.transaction('judgments.backfill-end', async (tx) => {
      await this.jobs.finish(tx, job, end);
      await killPoint('judgments.backfill.before-end');
    });
  }
}
