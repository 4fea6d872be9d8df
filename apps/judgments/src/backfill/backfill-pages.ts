import type { NamespaceRef } from '@app/contracts';
import { JobRow, killPoint } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { rankOf } from '../queue/pending/lane';
import { PendingQueue } from '../queue/pending/pending-queue';
import { StoredDocuments } from '../quote/stored-documents';
import { BackfillRequest } from './backfill';
import { BackfillSelection, SelectedPage } from './backfill-selection';

const pageSize = 500;

/** Finds the namespaces and documents of a backfill and queues them, a page at a time. */
@Injectable()
export class BackfillPages {
  constructor(
    private readonly selection: BackfillSelection,
    private readonly stored: StoredDocuments,
    private readonly namespaces: NamespaceStore,
    private readonly queue: PendingQueue,
  ) {}

  async isPaused(ref: NamespaceRef): Promise<boolean> {
    return (await this.namespaces.get(ref)).paused;
  }

  /** The next namespace of a prefix by name; null after the last. */
  async findNamespaceAfter(ref: NamespaceRef, after: string | null): Promise<string | null> {
    const { ids } = await this.stored.scan({ ...ref, filter: null }, after, 1);
    return ids[0] ?? null;
  }

  /** Queues the next page of a namespace. @returns how many documents it has, and where the page after it begins */
  async queueNext(
    job: JobRow,
    ref: NamespaceRef,
    request: BackfillRequest,
    after: string | null,
    isReinstating: boolean,
  ): Promise<{ count: number; next: string | null }> {
    const { ids, next } = await this.select(ref, request, after, isReinstating);
    if (ids.length > 0) await this.add(job, ref, request, ids, isReinstating);
    return { count: ids.length, next };
  }

  private select(
    ref: NamespaceRef,
    request: BackfillRequest,
    after: string | null,
    isReinstating: boolean,
  ): Promise<SelectedPage> {
    const { version } = request;
    if (version === undefined) return this.selection.selectByActive(ref, request, after, pageSize);
    if (isReinstating) return this.selection.selectToReinstate(ref, { ...request, version }, after, pageSize);
    return this.selection.selectByVersion(ref, { ...request, version }, after, pageSize);
  }

  private async add(
    job: JobRow,
    ref: NamespaceRef,
    { judgment: judgmentId, version, only }: BackfillRequest,
    ids: readonly string[],
    isReinstating: boolean,
  ): Promise<void> {
    const namespaceId = await this.namespaces.readIdOf(ref);
    const targetVersion = isReinstating ? null : (version ?? null);
    await this.queue.add(
      ids.map((document) => ({
        namespaceId,
        document,
        judgmentId,
        targetVersion,
        lane: rankOf('backfill'),
        job: job.id,
        debounceMs: 0,
        maxWaitMs: 0,
        documentVersion: 0,
        wantedVersion: 0,
        changes: 1,
        traceparent: null,
        needsNoEngine: isReinstating,
        renewAt: isReinstating || !isRenewing(only) ? null : job.created_at,
      })),
    );
    await killPoint('judgments.backfill.queued');
  }
}

/**
 * A backfill of all documents asks again where the context has not changed, but only once. One of other epochs asks where a
 * feature has moved as well, which would else make the old epoch's answer anew.
 */
function isRenewing(only: readonly string[] | undefined): boolean {
  return only === undefined || only.includes('other_epoch');
}
