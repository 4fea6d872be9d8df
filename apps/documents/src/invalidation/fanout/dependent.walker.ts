import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { documentChangedBulk } from '@app/contracts/documents';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { markDirty } from '../../group/dirty.store';
import { isJudgedOnChange, isScopedWalkIn } from '../../namespace/snapshot/in-force';
import { bumpRevision, lockOrganization, lockOrganizationAlone } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { WalkedNamespace, findNamespaceFrom } from '../../subscription/walk/walk.store';
import { invalidateLeftOut, readLeftOut } from './left-out.store';
import { logReaderWalk } from './walk-line';
import {
  DependentWalk,
  chunkSize,
  invalidateDependents,
  readNextAnswered,
  dependentWalks,
} from './dependent-walk.store';

/**
 * Invalidates the answers that read what a name stood for before another judgment came to stand under it, and those that
 * fan-outs left out before their scope moved. They are judged again as those of a fan-out, within the rolling limit.
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
    const since = walk.scoped ? await readLeftOut(tx, namespace.id, walk) : walk.since;
    const ids = since === null ? [] : await readNextAnswered(tx, namespace.id, here);
    const isConcerned = since !== null && (await this.invalidate(tx, { ...here, since }, namespace, ids));
    const cursor = isConcerned && ids.length === chunkSize ? ids[ids.length - 1] : null;
    await dependentWalks.advanceAndRelease(tx, walk, { namespace: namespace.name, cursor });
    return false;
  }

  /** @returns whether there are answers in the namespace that the walk concerns */
  private async invalidate(
    tx: Tx,
    walk: DependentWalk,
    { id, name }: WalkedNamespace,
    ids: string[],
  ): Promise<boolean> {
    if (ids.length === 0) return false;
    const { organization, judgment_id: judgmentId, scoped, since } = walk;
    const inForce = await this.snapshots.readCurrent({ organization, namespace: name }, tx);
    const judgment = inForce.byId.get(judgmentId);
    const known = judgment ?? inForce.hidden.find((hidden) => hidden.judgmentId === judgmentId);
    if (scoped && !(known && isScopedWalkIn(walk, name, known))) return false;
    const place = { namespaceId: id, inForce };
    const invalidated =
      scoped && known
        ? await invalidateLeftOut(tx, place, known, since, ids)
        : await invalidateDependents(tx, id, walk, ids, known?.activeVersion ?? null);
    // What read stale until now may lie outside of a fan-out scope, and counts anew, too.
    const documents = scoped ? ids : invalidated.map(({ document_id: document }) => document);
    await markDirty(tx, place, [judgmentId], documents);
    if (invalidated.length === 0 || !judgment || !isJudgedOnChange(judgment)) return true;
    const fact = {
      organization,
      namespace: name,
      sets: [[judgmentId]],
      cause: 'fanout' as const,
      documents: invalidated.map(({ document_id, wanted }) => ({ id: document_id, version: Number(wanted), set: 0 })),
      changed_at: since.toISOString(),
    };
    await addToOutbox(tx, [factRow(documentChangedBulk, fact)]);
    return true;
  }
}

/** Memory forgets the walk with the next revision: from now on each of its answers says itself that it is stale. */
async function end(tx: Tx, walk: DependentWalk): Promise<void> {
  await lockOrganizationAlone(tx, walk.organization);
  await dependentWalks.remove(tx, walk);
  await bumpRevision(tx, walk.organization);
}
