import { DATABASE } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { VersionState, readVersionStates } from '../answer/answers-by-version.store';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { StoredDocuments } from '../quote/stored-documents';
import { BackfillRequest, VersionRequest, missingOrStale } from './backfill';

/** Some selected ids in order. */
export interface SelectedPage {
  ids: string[];
  /** Where the next page begins; null after the last. A page may have no ids and still have a next one. */
  next: string | null;
}

/**
 * Selects the documents that a backfill judges. Documents knows the answers of the active version; of any other version
 * the answers of record decide.
 */
@Injectable()
export class BackfillSelection {
  constructor(
    private readonly stored: StoredDocuments,
    private readonly namespaces: NamespaceStore,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** Documents to judge by the active version. Documents inserts missing answer rows, so that reads show `pending`. */
  async selectByActive(
    ref: NamespaceRef,
    { judgment, filter, only }: BackfillRequest,
    after: string | null,
    limit: number,
  ): Promise<SelectedPage> {
    return this.stored.scan({ ...ref, filter, judgment, ...(only && { only }) }, after, limit, { mark: true });
  }

  /** Documents to judge by a version that is not active. Its own `applies_to` selects, not the active version's. */
  async selectByVersion(
    ref: NamespaceRef,
    request: VersionRequest,
    after: string | null,
    limit: number,
  ): Promise<SelectedPage> {
    const { judgment, filter, only, version, appliesTo = null } = request;
    const both = appliesTo && filter ? { all: [appliesTo, filter] } : (appliesTo ?? filter);
    const { ids, next } = await this.stored.scan({ ...ref, filter: both, judgment, version }, after, limit);
    return { ids: await this.selectHaving(ref, request, ids, meets(only)), next };
  }

  /** Documents without a fresh answer that have an answer of the version to reinstate. */
  async selectToReinstate(
    ref: NamespaceRef,
    request: VersionRequest,
    after: string | null,
    limit: number,
  ): Promise<SelectedPage> {
    const outdated = { ...ref, filter: null, judgment: request.judgment, only: [...missingOrStale] };
    const { ids, next } = await this.stored.scan(outdated, after, limit);
    return { ids: await this.selectHaving(ref, request, ids, ({ isAnswered }) => isAnswered), next };
  }

  private async selectHaving(
    ref: NamespaceRef,
    { judgment: judgmentId, version }: VersionRequest,
    ids: readonly string[],
    condition: (state: VersionState) => boolean,
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const namespaceId = await this.namespaces.readIdOf(ref);
    const states = await readVersionStates(this.db, namespaceId, { judgmentId, version }, ids);
    return states.filter(condition).map(({ document }) => document);
  }
}

/** A backfill's choices for a version whose answers documents does not know; every answer of it counts as stale. */
function meets(only: readonly string[] | undefined): (state: VersionState) => boolean {
  return ({ isAnswered, hasFailed }) =>
    only === undefined ||
    (only.includes('missing') && !isAnswered) ||
    (only.includes('stale') && isAnswered) ||
    (only.includes('failed') && hasFailed);
}
