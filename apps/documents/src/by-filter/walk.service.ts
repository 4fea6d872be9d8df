import { CLOCK, DATABASE } from '@app/boot';
import type { Clock } from '@app/observability';
import { Database, JobRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Matching } from '../document/matching';
import { JobLost } from '../job/job-lost';
import { Columns } from '../snapshot/snapshots.service';
import { WriteLane } from '../write/commit.store';
import { WriteService } from '../write/write.service';
import { ByFilterCursor, ByFilterRequest, atStart, matchingOf, replyOf, sumOf } from './by-filter';
import { keepJob, moveJob } from './by-filter.store';
import { Found, WalkedPlace, findMatching, placeOf } from './match.store';
import { Chunk, chunksOf } from './walk';

/** Documents that one statement looks at. */
const page = 10_000;

/** How a write by filter ended: what its request would have been answered. */
export interface Ended {
  status: number;
  body: object;
}

export interface Size {
  documents: number;
  /** Whether everything was looked at. */
  whole: boolean;
  /** Everything that matches, while it is not more than one page holds. */
  found: Found | null;
}

/** Walks a namespace by key: what matches is found without a lock, and held against the filter again under it. */
@Injectable()
export class ByFilterWalk {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly columns: Columns,
    private readonly writes: WriteService,
  ) {}

  /**
   * Counts what matches, without a lock.
   * @param goOn asked after each page, with the count so far
   */
  async size(place: WalkedPlace, matching: Matching, goOn: (documents: number) => Promise<boolean>): Promise<Size> {
    let [after, documents] = ['', 0];
    for (let first = true; ; first = false) {
      const found = await this.find(place, matching, after);
      documents += found.documents.length;
      if (found.last === null) return { documents, whole: true, found: first ? found : null };
      if (!(await goOn(documents))) return { documents, whole: false, found: null };
      after = found.last;
    }
  }

  private async find(place: WalkedPlace, { filter }: Matching, after: string): Promise<Found> {
    const { organization, namespace, revisions } = place;
    const inForce = await this.columns.at(organization, namespace, revisions);
    return findMatching(this.database, place, inForce, filter, { after, limit: page });
  }

  /**
   * Goes on with a claimed job from where it stands.
   * @returns how it ended, or null when time was up before
   * @throws JobLost; what may pass by itself
   */
  async walk(job: JobRow, lane: WriteLane, endsAtMs: number): Promise<Ended | null> {
    const request = job.request as ByFilterRequest;
    const matching = matchingOf(request);
    const state = { done: Number(job.done), cursor: (job.cursor as ByFilterCursor | null) ?? atStart };
    try {
      for (;;) {
        const place = await this.placeOf(job, request);
        const found = await this.find(place, matching, state.cursor.after);
        for (const chunk of chunksOf(found)) {
          if (this.clock.now() >= endsAtMs) return null;
          await this.move(job, place, matching, chunk, state, lane);
        }
        if (found.last === null) return { status: 200, body: replyOf(state.cursor.counts) };
      }
    } catch (error) {
      if (!(error instanceof Problem) || isPassing(error)) throw error;
      // Chunks before it stand; the error shows its sender how much that is.
      const facts = state.done > 0 ? { ...error.details, written: state.cursor.counts } : error.details;
      return { status: error.status, body: new Problem(error.code, error.message, facts).toEnvelope() };
    }
  }

  /** One transaction: documents in key order, everything that follows from them, and the place of the walk. */
  private async move(
    job: JobRow,
    place: WalkedPlace,
    matching: Matching,
    { ids, passed }: Chunk,
    state: { done: number; cursor: ByFilterCursor },
    lane: WriteLane,
  ): Promise<void> {
    const next = await this.database.transaction('documents.by-filter', async (tx) => {
      const counts =
        ids.length === 0 ? atStart.counts : await this.writes.writeMatching(tx, place, ids, matching, lane);
      const cursor = { after: passed, counts: sumOf(state.cursor.counts, counts) };
      const moved = { done: state.done + ids.length, cursor };
      if (!(await moveJob(tx, job, moved))) throw new JobLost();
      return moved;
    });
    Object.assign(state, next);
  }

  /** Progress needs a total: what a large job begins with. */
  async count(job: JobRow): Promise<void> {
    if (Number(job.total) > 0) return;
    const request = job.request as ByFilterRequest;
    const place = await placeOf(this.database, job.organization, job.namespace!);
    if (!place) return;
    const keep = async (documents: number) => {
      if (await keepJob(this.database, job, documents)) return true;
      throw new JobLost();
    };
    const { documents } = await this.size(place, matchingOf(request), keep);
    await keep(documents);
  }

  private async placeOf({ organization, namespace }: JobRow, request: ByFilterRequest): Promise<WalkedPlace> {
    const place = await placeOf(this.database, organization, namespace!);
    if (place?.namespaceId === request.namespace_id) return place;
    throw new Problem('not_found', `The namespace \`${namespace}\` was deleted while its documents were written.`);
  }
}

/** Nothing is wrong with the request: it goes on later. */
export function isPassing({ kind }: Problem): boolean {
  return kind === 'unavailable' || kind === 'limited' || kind === 'defect';
}
