import { CLOCK } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import type { UpsertOperation } from '@app/contracts/documents';
import type { Filter } from '@app/filter';
import type { Clock } from '@app/observability';
import type { Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { readAnswers } from '../answer/answer.store';
import { parseCondition, readsAnswers } from '../answer/condition';
import { readForWrite } from '../document/document.store';
import { Matching } from '../document/matching';
import { NamedImage, namedImages, namedIn } from '../document/named-images';
import { idsOf } from '../document/operations';
import { withSentStates } from '../document/unread-state';
import { assertStored } from '../image/stored-images';
import { Snapshots } from '../namespace/snapshot/snapshots';
import { Condition, WriteInput, WriteRequest } from './compute';
import { StateReaders, stateReadersOf } from './state-readers';

/** What is read. */
interface Wanted {
  ids: string[];
  images: readonly NamedImage[];
  /** Null when the write needs the states that are stored. */
  upserts: readonly UpsertOperation[] | null;
  maxBytes?: number;
}

const byFilterPatch = '/patch_by_filter/patch';

/** Reads what a write is computed from. */
@Injectable()
export class ReadBefore {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * What writes of a namespace read, in one statement. None of them names images.
   * @param maxBytes of the stored documents together
   * @throws Problem `too_large`, reason `write_bytes`; `conflict` while the namespace is being deleted
   */
  async readForBatch(
    from: Queryable,
    ref: NamespaceRef,
    writes: readonly WriteRequest[],
    maxBytes: number,
  ): Promise<WriteInput> {
    const upserts = writes.every(replacesOnly) ? writes.flatMap(({ upsert }) => upsert ?? []) : null;
    return this.read(from, ref, { ids: writes.flatMap(idsOf), images: [], upserts, maxBytes });
  }

  /** @throws Problem of the condition, or the images that the operations name; `conflict` */
  async readForWrite(
    from: Queryable,
    ref: NamespaceRef,
    write: WriteRequest,
  ): Promise<{ input: WriteInput; condition: Condition | null }> {
    const upserts = replacesOnly(write) ? (write.upsert ?? []) : null;
    const input = await this.read(from, ref, { ids: idsOf(write), images: namedImages(write), upserts });
    if (write.condition === undefined) return { input, condition: null };
    return { input, condition: await this.readCondition(from, input, parseCondition(write.condition, input.inForce)) };
  }

  /** @param ids of the documents that may pass the filter. @throws Problem of the images that the patch names; `conflict` */
  async readForMatching(
    from: Queryable,
    ref: NamespaceRef,
    ids: string[],
    { filter, patch }: Matching,
  ): Promise<{ input: WriteInput; condition: Condition }> {
    const input = await this.read(from, ref, { ids, images: namedIn(patch?.images, byFilterPatch), upserts: null });
    return { input, condition: await this.readCondition(from, input, filter) };
  }

  private async readCondition(
    from: Queryable,
    { before: { namespaceId, documents }, inForce }: WriteInput,
    filter: Filter,
  ): Promise<Condition> {
    if (!readsAnswers(filter) || namespaceId === null) return { filter, answers: null };
    return { filter, answers: await readAnswers(from, { namespaceId, inForce }, [...documents.keys()]) };
  }

  private async read(from: Queryable, ref: NamespaceRef, wanted: Wanted): Promise<WriteInput> {
    const known = this.snapshots.known(ref);
    const states = wanted.upserts === null || known === undefined ? 'text' : stateReadersOf(known).need;
    const input = await this.readOnce(from, ref, wanted, states);
    // Something may have come into force that needs more.
    if (tells[states] >= tells[stateReadersOf(input.inForce).need]) return input;
    return this.readOnce(from, ref, wanted, 'text');
  }

  private async readOnce(
    from: Queryable,
    ref: NamespaceRef,
    { ids, images, upserts, maxBytes }: Wanted,
    states: StateReaders['need'],
  ): Promise<WriteInput> {
    const before = await readForWrite(from, ref, ids, { maxBytes, states });
    if (before.deleting) {
      const message = 'The namespace is being deleted; write when the deletion has ended.';
      throw new Problem('conflict', message, { reason: 'deleting' });
    }
    await assertStored(from, before.namespaceId, images);
    const inForce = await this.snapshots.readAt(ref, before.revisions, from);
    const { names } = stateReadersOf(inForce);
    const documents = withSentStates(before.documents, before.digests, upserts ?? [], names);
    return { before: { ...before, documents }, inForce, nowMs: this.clock.now() };
  }
}

/** What is read of states, by how much it tells. */
const tells: Record<StateReaders['need'], number> = { whole: 0, members: 1, text: 2 };

/** Whether a write replaces documents, or deletes them, whatever they held. */
function replacesOnly({ patch, append, condition }: WriteRequest): boolean {
  return condition === undefined && (patch?.length ?? 0) === 0 && (append?.length ?? 0) === 0;
}
