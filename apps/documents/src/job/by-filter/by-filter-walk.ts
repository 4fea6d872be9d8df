import { CLOCK, DATABASE } from '@app/boot';
import type { Clock } from '@app/observability';
import { Database, JobRow, Jobs } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Matching } from '../../document/matching';
import { ScanPool } from '../../document/pool/scan.pool';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { FactLane } from '../../write/commit.store';
import { LockedWrites } from '../../write/locked-writes';
import { ByFilterCursor, ByFilterRequest, atStart, matchingOf, replyOf, sumOf } from './by-filter';
import { Chunk, chunksOf } from './chunk';
import { Found, WalkedNamespace, findMatching, readNamespace } from './match.store';

/** Documents that one statement evaluates the filter on. */
const page = 10_000;

/** How a write by filter ended: the reply that its request would have had. */
export interface Ended {
  status: number;
  body: object;
}

export interface Size {
  documents: number;
  /** Whether the whole namespace was counted. */
  whole: boolean;
  /** Everything that matches, when the namespace fits one page; otherwise null. */
  found: Found | null;
}

/** Walks a namespace by key: it finds what matches without a lock, and evaluates the filter again under the lock. */
@Injectable()
export class ByFilterWalk {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly snapshots: Snapshots,
    private readonly writes: LockedWrites,
    private readonly jobs: Jobs,
    private readonly scans: ScanPool,
  ) {}

  /**
   * Counts what matches, without a lock.
   * @param goOn gets the count after each page; counting ends when it says no
   */
  async readSize(
    walked: WalkedNamespace,
    matching: Matching,
    goOn: (documents: number) => Promise<boolean>,
  ): Promise<Size> {
    let [after, documents] = ['', 0];
    for (let first = true; ; first = false) {
      const found = await this.find(walked, matching, after);
      documents += found.documents.length;
      if (found.last === null) return { documents, whole: true, found: first ? found : null };
      if (!(await goOn(documents))) return { documents, whole: false, found: null };
      after = found.last;
    }
  }

  private async find(walked: WalkedNamespace, { filter }: Matching, after: string): Promise<Found> {
    const inForce = await this.snapshots.readAt(walked, walked.revisions);
    return findMatching(this.scans.of(walked.organization), walked, inForce, filter, { after, limit: page });
  }

  /**
   * Goes on with a held job from where it stands.
   * @returns how it ended, or null when time was up before
   * @throws LeaseLost; failures that may pass, and defects
   */
  async walk(job: JobRow, lane: FactLane, endsAtMs: number): Promise<Ended | null> {
    const request = job.request as ByFilterRequest;
    const matching = matchingOf(request);
    let moved = job;
    try {
      for (;;) {
        const walked = await this.readNamespaceOf(job, request);
        const found = await this.find(walked, matching, cursorOf(moved).after);
        for (const chunk of chunksOf(found)) {
          if (this.clock.now() >= endsAtMs) return null;
          moved = await this.move(moved, walked, matching, chunk, lane);
        }
        if (found.last === null) return { status: 200, body: replyOf(cursorOf(moved).counts) };
      }
    } catch (error) {
      if (!(error instanceof Problem) || isPassing(error)) throw error;
      // The chunks before it stay written; the error tells the caller how much that is.
      const written = Number(moved.done) > 0;
      const refusal = written ? error.with({ written: cursorOf(moved).counts }) : error;
      return { status: refusal.status, body: refusal.toEnvelope() };
    }
  }

  /** One transaction: documents in key order, everything that follows from them, and the place of the walk. */
  private async move(
    job: JobRow,
    walked: WalkedNamespace,
    matching: Matching,
    { ids, passed }: Chunk,
    lane: FactLane,
  ): Promise<JobRow> {
    return this.database.transaction('documents.by-filter', async (tx) => {
      const counts =
        ids.length === 0 ? atStart.counts : await this.writes.writeMatching(tx, walked, ids, matching, lane);
      const cursor: ByFilterCursor = { after: passed, counts: sumOf(cursorOf(job).counts, counts) };
      const done = Number(job.done) + ids.length;
      return this.jobs.advance(job, { done, total: Math.max(Number(job.total), done), cursor }, tx);
    });
  }

  /** A large job begins with its total, so that it can show its progress. @throws LeaseLost */
  async count(job: JobRow): Promise<JobRow> {
    if (Number(job.total) > 0) return job;
    const request = job.request as ByFilterRequest;
    const walked = await readNamespace(this.database, { organization: job.organization, namespace: job.namespace! });
    if (!walked) return job;
    const { documents } = await this.readSize(walked, matchingOf(request), async (soFar) => {
      await this.jobs.advance(job, { total: soFar });
      return true;
    });
    return this.jobs.advance(job, { total: documents });
  }

  /** The job's namespace. @throws Problem `not_found` when it was deleted, also when its name was taken again */
  private async readNamespaceOf(
    { organization, namespace }: JobRow,
    request: ByFilterRequest,
  ): Promise<WalkedNamespace> {
    const walked = await readNamespace(this.database, { organization, namespace: namespace! });
    if (walked?.namespaceId === request.namespace_id) return walked;
    throw new Problem('not_found', `The namespace \`${namespace}\` was deleted while its documents were written.`);
  }
}

function cursorOf({ cursor }: JobRow): ByFilterCursor {
  return (cursor as ByFilterCursor | null) ?? atStart;
}

/** Whether nothing is wrong with the request, so that it can go on later. */
export function isPassing({ kind }: Problem): boolean {
  return kind === 'unavailable' || kind === 'limited' || kind === 'defect';
}
