import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { documentChangedBulk } from '@app/contracts/documents';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { markDirty } from '../../group/dirty.store';
import { isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { bumpRevision, lockOrganization, lockOrganizationAlone } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { WalkedNamespace, findNamespaceFrom } from '../../subscription/walk/walk.store';
import { logReaderWalk } from './walk-line';
import {
  DependentWalk,
  chunkSize,
  invalidateDependents,
  readNextAnswered,
  dependentWalks,
} from './dependent-walk.store';

/**
 * Invalidates the answers that read what a name stood for before another judgment came to stand under it. They are judged
 * again as those of a fan-out, within the rolling limit.
 */
@Injectable()
export class DependentWalker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly snapshots: Snapshots,
  ) {}

  /** Walks one chunk of one namespace. @throws LeaseLost */
  async step(walk: DependentWalk): Promise<void> {
    const isAtEnd = await this.database.transaction('documents.readers', (tx) => this.walk(tx, walk));
    if (!isAtEnd) return;
    await this.database.transaction('documents.readers-end', (tx) => end(tx, walk));
    logReaderWalk(this.logger, walk);
  }

  /** @returns whether no namespace is left */
  private async walk(tx: Tx, walk: DependentWalk): Promise<boolean> {
    await lockOrganization(tx, walk.organization);
    const namespace = await findNamespaceFrom(tx, walk);
    if (!namespace) return true;
    const here: DependentWalk = namespace.name === walk.namespace ? walk : { ...walk, cursor: '' };
    const ids = await readNextAnswered(tx, namespace.id, here);
    await this.invalidate(tx, here, namespace, ids);
    const cursor = ids.length < chunkSize ? null : ids[ids.length - 1];
    await dependentWalks.advanceAndRelease(tx, walk, { namespace: namespace.name, cursor });
    return false;
  }

  private async invalidate(tx: Tx, walk: DependentWalk, { id, name }: WalkedNamespace, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const { organization, judgment_id: judgmentId } = walk;
    const inForce = await this.snapshots.readCurrent({ organization, namespace: name }, tx);
    const invalidated = await invalidateDependents(tx, id, walk, ids);
    const documents = invalidated.map(({ document_id: document }) => document);
    await markDirty(tx, { namespaceId: id, inForce }, [judgmentId], documents);
    const judgment = inForce.byId.get(judgmentId);
    if (invalidated.length === 0 || !judgment || !isJudgedOnChange(judgment)) return;
    const fact = {
      organization,
      namespace: name,
      sets: [[judgmentId]],
      cause: 'fanout' as const,
      documents: invalidated.map(({ document_id, wanted }) => ({ id: document_id, version: Number(wanted), set: 0 })),
      changed_at: walk.since.toISOString(),
    };
    await addToOutbox(tx, [factRow(documentChangedBulk, fact)]);
  }
}

/** Memory forgets the walk with the next revision: from now on each of its answers says itself that it is stale. */
async function end(tx: Tx, walk: DependentWalk): Promise<void> {
  await lockOrganizationAlone(tx, walk.organization);
  await dependentWalks.remove(tx, walk);
  await bumpRevision(tx, walk.organization);
}
