import { CLOCK, DATABASE, EFFECTS, LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import type { NamespaceRef } from '@app/contracts';
import { type Clock, type Logger, logWork, msSince } from '@app/observability';
import { Database, Effects, JobRow, Jobs, LeaseLost, Outcome, jobView, killPoint } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import type { ErrorEnvelope } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Matching } from '../../document/matching';
import { noNamespace } from '../../namespace/refusal';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { LockedWrites } from '../../write/locked-writes';
import { ByFilterWrite, checkFilter, replyOf } from './by-filter';
import { chunksOf } from './chunk';
import { WalkedNamespace, readNamespace } from './match.store';
import { ByFilterWalk, Ended, Size } from './by-filter-walk';

/** A request that chooses more documents becomes a job at once (docs/contract.md#13-limits). */
const maxDirect = 50_000;
/** How long a request may count what it chooses; then it becomes a job. */
const countingMs = 4_000;
/** After this a request that walks answers with its job; less than the twenty seconds of slow changes. */
const directMs = 15_000;
/** How long a worker goes on with one job before another has its turn. */
const stretchMs = 5_000;

/**
 * Writes by filter. What fits one chunk is a write like any other, all or nothing. Anything larger is a job whose
 * cursor moves with each chunk: the request walks it while it has time, then the worker goes on. No chunk is written
 * twice.
 */
@Injectable()
export class ByFilterService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly snapshots: Snapshots,
    private readonly writes: LockedWrites,
    private readonly jobs: Jobs,
    private readonly walks: ByFilterWalk,
  ) {}

  async write(namespace: string, write: ByFilterWrite, call: Call): Promise<Outcome> {
    const kept = await this.effects.find(call.effectId);
    if (kept) return kept;
    const walked = await this.readExisting({ organization: call.who.organization, namespace });
    const inForce = await this.snapshots.readAt(walked, walked.revisions);
    const matching = { filter: checkFilter(write.type, write.filter, inForce), patch: write.patch ?? null };
    const countsUntilMs = this.clock.now() + countingMs;
    const size = await this.walks.readSize(
      walked,
      matching,
      async (documents) => documents <= maxDirect && this.clock.now() < countsUntilMs,
    );
    const chunks = size.found ? chunksOf(size.found) : [];
    if (size.found && chunks.length <= 1) return this.writeOnce(walked, chunks[0]?.ids ?? [], matching, call);
    return this.writeAsJob(walked, write, size, call);
  }

  private async readExisting(ref: NamespaceRef): Promise<WalkedNamespace> {
    const walked = await readNamespace(this.database, ref);
    if (!walked) throw noNamespace(ref);
    if (!walked.deleting) return walked;
    throw new Problem('conflict', 'The namespace is being deleted.', { reason: 'deleting' });
  }

  private writeOnce(ref: NamespaceRef, ids: string[], matching: Matching, call: Call): Promise<Outcome> {
    return this.effects.runOnce('documents.by-filter', call, async (tx) => {
      const counts = await this.writes.writeMatching(tx, ref, ids, matching, 'live');
      return { status: 200, body: JSON.stringify(replyOf(counts)) };
    });
  }

  private async writeAsJob(walked: WalkedNamespace, write: ByFilterWrite, size: Size, call: Call): Promise<Outcome> {
    const { type, filter, patch } = write;
    const direct = size.whole && size.documents <= maxDirect;
    let held: JobRow | undefined;
    const begun = await this.effects.runOnce('documents.by-filter-begin', call, async (tx) => {
      const { organization, namespace, namespaceId } = walked;
      const request = { namespace_id: namespaceId, filter, ...(patch && { patch }) };
      const total = size.whole ? size.documents : 0;
      const spec = { organization, type, namespace, request, total };
      held = await this.jobs.add(tx, direct ? { ...spec, held: 'running' } : spec);
      return { status: 202, body: JSON.stringify(jobView(held)) };
    });
    await killPoint('documents.by-filter.begun');
    // Another attempt of the same request began first: answer with its job.
    if (!held || begun.body !== JSON.stringify(jobView(held))) return begun;
    const ended = direct ? await this.walkNow(held, call) : null;
    return ended ? this.finishAtOnce(held, ended, call) : begun;
  }

  /** @returns null when the worker goes on: time was up, or a step failed by something that may pass */
  private async walkNow(job: JobRow, call: Call): Promise<Ended | null> {
    try {
      const leftMs = Math.min(directMs, call.toBeginMs);
      const ended = await this.walks.walk(job, 'live', this.clock.now() + leftMs);
      if (ended) return ended;
    } catch (error) {
      if (error instanceof LeaseLost) return this.readEndOf(job);
      this.logger.warn({ err: error, job: job.id }, 'the worker goes on with a write by filter');
    }
    await this.jobs.release(job);
    return null;
  }

  /** How a job ended that was cancelled, or ended by a worker, while its request walked; null while a worker walks. */
  private async readEndOf({ organization, id }: JobRow): Promise<Ended | null> {
    const { result, result_status: status } = await this.jobs.get({ organization, scope: '*' }, id);
    return result === null || status === null ? null : { status, body: result };
  }

  /** The reply takes the place of the job, which no client has seen. */
  private async finishAtOnce(job: JobRow, { status, body }: Ended, call: Call): Promise<Outcome> {
    const outcome = { status, body: JSON.stringify(body) };
    await killPoint('documents.by-filter.before-end');
    try {
      await this.database.transaction('documents.by-filter-answer', async (tx) => {
        await this.jobs.remove(tx, job);
        await this.effects.forget(tx, call.effectId);
        if (status < 400) await this.effects.keep(tx, call.effectId, outcome);
      });
      this.logEnd(job, status);
    } catch (error) {
      // The job was cancelled, or a worker has it: it stays, with its effect. The reply still says what was written.
      if (!(error instanceof LeaseLost)) throw error;
    }
    if (status >= 400) throw Problem.fromEnvelope(body as ErrorEnvelope);
    return outcome;
  }

  /** Its job is gone, so that the job's own line is never written. */
  private logEnd({ organization, namespace, type, id, created_at: madeAt }: JobRow, status: number): void {
    const outcome = status < 400 ? 'ended' : 'failed';
    const about = { organization, ...(namespace !== null && { namespace }), job: id };
    logWork(this.logger, 'walk.ended', () => ({ walk: type, outcome, ...about, ms: msSince(madeAt) }));
  }

  /** The worker's part: one stretch of a claimed job. @throws LeaseLost */
  async work(job: JobRow): Promise<void> {
    try {
      const counted = await this.walks.count(job);
      const ended = await this.walks.walk(counted, 'bulk', this.clock.now() + stretchMs);
      await killPoint('documents.by-filter.before-end');
      if (ended) await this.end(job, ended);
      else await this.jobs.release(job);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      await this.postpone(job, error);
    }
  }

  /** The job waits for a part that is unavailable; it tries a defect of ours a few times. */
  private async postpone(job: JobRow, error: unknown): Promise<void> {
    if (kindOf(error) !== 'defect') {
      this.logger.warn({ err: error, job: job.id }, 'a write by filter waits for another part');
      return this.jobs.giveBack(job);
    }
    this.logger.error({ err: error, job: job.id }, 'a write by filter failed');
    await this.jobs.fail(job, error);
  }

  private async end(job: JobRow, { status, body }: Ended): Promise<void> {
    await this.database.transaction('documents.by-filter-end', async (tx) => {
      await this.jobs.finish(tx, job, { result: body, status });
    });
  }
}
