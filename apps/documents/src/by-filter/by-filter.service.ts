import { CLOCK, DATABASE, EFFECTS, LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import { PatchContent } from '@app/contracts';
import type { Clock, Logger } from '@app/observability';
import { Database, Effects, JobRow, Outcome, jobView, killPoint } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import type { ErrorEnvelope } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Matching } from '../document/matching';
import { JobLost } from '../job/job-lost';
import { DocumentJobs } from '../job/jobs';
import { Columns } from '../snapshot/snapshots.service';
import { WriteService } from '../write/write.service';
import { ByFilterType, byFilterTypes, checkFilter, replyOf } from './by-filter';
import { dropJob, holdJob, leaveJob } from './by-filter.store';
import { WalkedPlace, placeOf } from './match.store';
import { chunksOf } from './walk';
import { ByFilterWalk, Ended, Size } from './walk.service';

/** More documents than this are a job at once (docs/contract.md#13-limits). */
const maxDirect = 50_000;
/** What counting may take; what is not counted by then is a job. */
const countingMs = 4_000;
/** Answered by then, with the end or with the job: below the twenty seconds of slow changes. */
const directMs = 15_000;
const restS = 2;
/** Then it is another job's turn. */
const stretchMs = 5_000;

export interface ByFilterWrite {
  type: ByFilterType;
  filter: object;
  patch?: PatchContent;
}

/**
 * Writes by filter. One chunk is a write like any other, all or nothing. More are walked as a job whose cursor moves with
 * each chunk: by the request that began it while that has time, else by the worker, and either way once.
 */
@Injectable()
export class ByFilterService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly columns: Columns,
    private readonly writes: WriteService,
    private readonly jobs: DocumentJobs,
    private readonly walks: ByFilterWalk,
  ) {}

  async write(namespace: string, write: ByFilterWrite, call: Call): Promise<Outcome> {
    const kept = await this.effects.find(call.effectId);
    if (kept) return kept;
    const place = await this.existing(call.who.organization, namespace);
    const inForce = await this.columns.at(place.organization, namespace, place.revisions);
    const matching = { filter: checkFilter(write.type, write.filter, inForce), patch: write.patch ?? null };
    const countsUntilMs = this.clock.now() + countingMs;
    const size = await this.walks.size(
      place,
      matching,
      async (documents) => documents <= maxDirect && this.clock.now() < countsUntilMs,
    );
    const chunks = size.found ? chunksOf(size.found) : [];
    if (size.found && chunks.length <= 1) return this.writeOnce(place, chunks[0]?.ids ?? [], matching, call);
    return this.writeAsJob(place, write, size, call);
  }

  private async existing(organization: string, namespace: string): Promise<WalkedPlace> {
    const place = await placeOf(this.database, organization, namespace);
    if (!place) throw new Problem('not_found', `There is no namespace \`${namespace}\`, so no document to choose.`);
    if (!place.deleting) return place;
    throw new Problem('conflict', 'The namespace is being deleted.', { reason: 'deleting' });
  }

  private writeOnce(place: WalkedPlace, ids: string[], matching: Matching, call: Call): Promise<Outcome> {
    return this.effects.once('documents.by-filter', call, async (tx) => {
      const counts = await this.writes.writeMatching(tx, place, ids, matching, 'live');
      return { status: 200, body: JSON.stringify(replyOf(counts)) };
    });
  }

  private async writeAsJob(place: WalkedPlace, write: ByFilterWrite, size: Size, call: Call): Promise<Outcome> {
    const { type, filter, patch } = write;
    const direct = size.whole && size.documents <= maxDirect;
    let held: JobRow | undefined;
    const begun = await this.effects.once('documents.by-filter-begin', call, async (tx) => {
      const { organization, namespace, namespaceId } = place;
      const request = { namespace_id: namespaceId, filter, ...(patch && { patch }) };
      const total = size.whole ? size.documents : 0;
      const job = await this.jobs.add(tx, { organization, type, namespace, request, total });
      held = direct ? await holdJob(tx, job.id) : job;
      return { status: 202, body: JSON.stringify(jobView(held)) };
    });
    await killPoint('documents.by-filter.begun');
    // Another attempt of the same request has begun it first: its job is the answer.
    if (!held || begun.body !== JSON.stringify(jobView(held))) return begun;
    const ended = direct ? await this.walkNow(held, call) : null;
    if (ended) return this.answered(held, ended, call);
    this.jobs.wake();
    return begun;
  }

  /** Null when the worker goes on: time was up, or something failed that passes. */
  private async walkNow(job: JobRow, call: Call): Promise<Ended | null> {
    try {
      const leftMs = Math.min(directMs, call.toBeginMs);
      const ended = await this.walks.walk(job, 'live', this.clock.now() + leftMs);
      if (ended) return ended;
    } catch (error) {
      if (error instanceof JobLost) return this.endOf(job);
      this.logger.warn({ err: error, job: job.id }, 'a write by filter is left to the worker');
    }
    await leaveJob(this.database, job);
    return null;
  }

  /** Of a job that was cancelled, or ended by a worker, while its request walked. */
  private async endOf({ organization, id }: JobRow): Promise<Ended | null> {
    const { result, result_status: status } = await this.jobs.get(organization, id);
    return result === null || status === null ? null : { status, body: result };
  }

  /** The answer takes the place of the job, which nobody has heard of. */
  private async answered(job: JobRow, { status, body }: Ended, call: Call): Promise<Outcome> {
    const outcome = { status, body: JSON.stringify(body) };
    await killPoint('documents.by-filter.before-end');
    await this.database.transaction('documents.by-filter-answer', async (tx) => {
      const dropped = await dropJob(tx, job, call.effectId);
      if (dropped && status < 400) await this.effects.keep(tx, call.effectId, outcome);
    });
    if (status >= 400) throw Problem.fromEnvelope(body as ErrorEnvelope);
    return outcome;
  }

  /** The worker's part: one stretch of a claimed job. */
  async work(job: JobRow): Promise<void> {
    try {
      await this.walks.count(job);
      const ended = await this.walks.walk(job, 'bulk', this.clock.now() + stretchMs);
      await killPoint('documents.by-filter.before-end');
      if (ended) await this.end(job, ended);
      else await leaveJob(this.database, job);
    } catch (error) {
      if (error instanceof JobLost) return;
      await this.later(job, error);
    }
  }

  /** Another part that is away is waited for; a defect of ours is tried a few times. */
  private async later(job: JobRow, error: unknown): Promise<void> {
    if (kindOf(error) !== 'defect') {
      this.logger.warn({ err: error, job: job.id }, 'a write by filter goes on later');
      return this.jobs.rest(job.id, restS);
    }
    this.logger.error({ err: error, job: job.id }, 'a write by filter failed');
    await this.jobs.failures.count(job, error);
  }

  private async end(job: JobRow, { status, body }: Ended): Promise<void> {
    await this.database.transaction('documents.by-filter-end', async (tx) => {
      await this.jobs.finish(tx, job.id, body, status);
    });
  }
}

export function isByFilter(type: string): type is ByFilterType {
  return type === byFilterTypes.patch || type === byFilterTypes.delete;
}
