import { CLOCK } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import type { UpsertOperation } from '@app/contracts/documents';
import type { Filter } from '@app/filter';
import type { Clock } from '@app/observability';
import type { Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { readAnswers } from '../answer/answer.store';
import { parseCondition, passing, readsAnswers } from '../answer/condition';
import { StoredDocument } from '../document/document';
import { ReadForWrite, readForWrite } from '../document/document.store';
import { Matching, atByFilter, operationsOn } from '../document/matching';
import { NamedImage, namedImages, namedIn } from '../document/named-images';
import { withSentStates } from '../document/unread-state';
import { AppliedOperations, WriteOperations, applyOperations, idsOf } from '../document/operations';
import { assertStored } from '../image/stored-images';
import { outcomeRulesOf } from './outcome-rule/outcome-rule';
import { InForce } from '../namespace/snapshot/in-force';
import { Snapshots } from '../namespace/snapshot/snapshots.service';
import { CompiledSubscription } from '../subscription/lookup/compiled-subscription';
import { subscriptionsOf } from '../subscription/lookup/subscription-index';
import { changeOf } from './change';
import { Computed, Concerns } from './computed';
import { withoutStanding } from './standing-answers';
import { readsStates } from './state-readers';

/** Operations, and a filter that a stored document must pass to be changed. */
export interface WriteRequest extends WriteOperations {
  condition?: unknown;
}

/** What was read before anything is computed. */
export interface WriteInput {
  before: ReadForWrite;
  inForce: InForce;
  nowMs: number;
}

/** What is read. */
interface Reading {
  ids: string[];
  images: readonly NamedImage[];
  /** Null when the write needs the states that are stored. */
  upserts: readonly UpsertOperation[] | null;
  maxBytes?: number;
}

interface Passes {
  test: (document: StoredDocument) => boolean;
  readsAnswers: boolean;
}

const byFilterPatch = '/patch_by_filter/patch';

/** Computes writes. Stores nothing. */
@Injectable()
export class ComputeService {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * What writes of a namespace read, in one statement. None of them names images.
   * @param maxBytes of the stored documents together
   * @throws Problem `too_large`, reason `write_bytes`; `conflict` while the namespace is being deleted
   */
  async readTogether(
    from: Queryable,
    ref: NamespaceRef,
    writes: readonly WriteRequest[],
    maxBytes: number,
  ): Promise<WriteInput> {
    const upserts = writes.every(replacesOnly) ? writes.flatMap(({ upsert }) => upsert ?? []) : null;
    return this.read(from, ref, { ids: writes.flatMap(idsOf), images: [], upserts, maxBytes });
  }

  /**
   * A write that names no image, computed from what was read for several.
   * @returns null when its condition reads answers, which were not read
   * @throws Problem of the operations or the condition
   */
  ofRead(input: WriteInput, write: WriteRequest): Computed | null {
    const { before, inForce, nowMs } = input;
    const condition = write.condition === undefined ? null : parseCondition(write.condition, inForce);
    if (condition !== null && readsAnswers(condition)) return null;
    const passes = condition === null ? undefined : passing(condition, inForce, null, nowMs);
    return computed(input, applyOperations(write, before.documents, nowMs, passes), false);
  }

  /** @throws Problem of the operations, the condition, or the images that they name */
  async ofWrite(from: Queryable, ref: NamespaceRef, write: WriteRequest): Promise<Computed> {
    const upserts = replacesOnly(write) ? (write.upsert ?? []) : null;
    const input = await this.read(from, ref, { ids: idsOf(write), images: namedImages(write), upserts });
    const condition = write.condition === undefined ? null : parseCondition(write.condition, input.inForce);
    const passes = condition && (await passesOf(from, input, condition));
    const applied = applyOperations(write, input.before.documents, input.nowMs, passes?.test);
    return settled(from, input, computed(input, applied, passes?.readsAnswers ?? false));
  }

  /**
   * Of some documents, those that a filter holds for are changed. The others are left alone and counted nowhere.
   * @throws Problem of a document that cannot take the patch, naming it
   */
  async ofMatching(from: Queryable, ref: NamespaceRef, ids: string[], matching: Matching): Promise<Computed> {
    const images = namedIn(matching.patch?.images, byFilterPatch);
    const input = await this.read(from, ref, { ids, images, upserts: null });
    const { documents } = input.before;
    const passes = await passesOf(from, input, matching.filter);
    const matched = [...documents.values()].filter(passes.test).map(({ id }) => id);
    let computedMatching: Computed;
    try {
      const applied = applyOperations(operationsOn(matching, matched), documents, input.nowMs);
      computedMatching = computed(input, applied, passes.readsAnswers);
    } catch (error) {
      throw atByFilter(error, matched);
    }
    return settled(from, input, computedMatching);
  }

  private async read(from: Queryable, ref: NamespaceRef, reading: Reading): Promise<WriteInput> {
    const known = this.snapshots.known(ref);
    const digestsOnly = reading.upserts !== null && known !== undefined && !readsStates(known);
    const input = await this.readOnce(from, ref, reading, digestsOnly);
    if (!digestsOnly || !readsStates(input.inForce)) return input;
    // Something came into force that reads states.
    return this.readOnce(from, ref, reading, false);
  }

  private async readOnce(
    from: Queryable,
    ref: NamespaceRef,
    { ids, images, upserts, maxBytes }: Reading,
    digestsOnly: boolean,
  ): Promise<WriteInput> {
    const before = await readForWrite(from, ref, ids, { maxBytes, digestsOnly });
    if (before.deleting) {
      const message = 'The namespace is being deleted; write when the deletion has ended.';
      throw new Problem('conflict', message, { reason: 'deleting' });
    }
    await assertStored(from, before.namespaceId, images);
    const inForce = await this.snapshots.at(ref, before.revisions, from);
    const documents = withSentStates(before.documents, before.digests, upserts ?? []);
    return { before: { ...before, documents }, inForce, nowMs: this.clock.now() };
  }
}

/** Whether a write replaces documents, or deletes them, whatever they held. */
function replacesOnly({ patch, append, condition }: WriteRequest): boolean {
  return condition === undefined && (patch?.length ?? 0) === 0 && (append?.length ?? 0) === 0;
}

async function passesOf(from: Queryable, { before, inForce, nowMs }: WriteInput, filter: Filter): Promise<Passes> {
  const { namespaceId, documents } = before;
  const needsAnswers = readsAnswers(filter) && namespaceId !== null;
  const answers = needsAnswers ? await readAnswers(from, { namespaceId, inForce }, [...documents.keys()]) : null;
  return { test: passing(filter, inForce, answers, nowMs), readsAnswers: needsAnswers };
}

async function settled(from: Queryable, { nowMs }: WriteInput, one: Computed): Promise<Computed> {
  const [found] = await withoutStanding(from, [one], nowMs);
  return found;
}

/** @throws Problem `too_large`, reasons `state_bytes`, `attributes` */
function computed({ before, inForce, nowMs }: WriteInput, applied: AppliedOperations, answersRead: boolean): Computed {
  const change = changeOf(applied.drafts, inForce, nowMs);
  const ruleMatches = change === null ? [] : outcomeRulesOf(inForce).madeTrue(applied.drafts, nowMs);
  return {
    ...{ before, inForce, applied, change, ruleMatches },
    readsAnswers: answersRead,
    concerns: concernsOf(inForce, applied),
  };
}

function concernsOf(inForce: InForce, { drafts }: AppliedOperations): Concerns {
  const subscriptions = subscriptionsOf(inForce);
  const concerns = new Map<string, readonly CompiledSubscription[]>();
  if (subscriptions.all.length === 0) return concerns;
  for (const { id, before, after } of drafts) {
    const concerned = subscriptions.concernedByWrite(id, before, after);
    if (concerned.length > 0) concerns.set(id, concerned);
  }
  return concerns;
}
