import type { Filter } from '@app/filter';
import { AnswersByDocument, parseCondition, passing, readsAnswers } from '../answer/condition';
import { ReadForWrite } from '../document/document.store';
import { Matching, atByFilter, operationsOn } from '../document/matching';
import { AppliedOperations, WriteOperations, applyOperations } from '../document/operations';
import { InForce } from '../namespace/snapshot/in-force';
import { CompiledSubscription } from '../subscription/lookup/compiled-subscription';
import { subscriptionsOf } from '../subscription/lookup/subscription-index';
import { changeOf } from './change';
import { Computed, Concerns } from './computed';
import { outcomeRulesOf } from './outcome-rule/outcome-rule';

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

/** A filter that a stored document must pass, with the answers that it reads; null when it reads none. */
export interface Condition {
  filter: Filter;
  answers: AnswersByDocument | null;
}

/** @throws Problem of the operations */
export function computeWrite(input: WriteInput, write: WriteOperations, condition: Condition | null): Computed {
  const { before, inForce, nowMs } = input;
  const passes = condition === null ? undefined : passing(condition.filter, inForce, condition.answers, nowMs);
  return computedOf(input, applyOperations(write, before.documents, nowMs, passes), condition);
}

/**
 * A write that names no image, computed from what was read for several.
 * @returns null when its condition reads answers, which were not read
 * @throws Problem of the operations or the condition
 */
export function computeInBatch(input: WriteInput, write: WriteRequest): Computed | null {
  if (write.condition === undefined) return computeWrite(input, write, null);
  const filter = parseCondition(write.condition, input.inForce);
  return readsAnswers(filter) ? null : computeWrite(input, write, { filter, answers: null });
}

/**
 * A write of those among the documents read for which a filter holds.
 * @throws Problem of a document that cannot take the patch, naming it
 */
export function computeMatching(input: WriteInput, matching: Matching, condition: Condition): Computed {
  const { before, inForce, nowMs } = input;
  const matched = [...before.documents.values()].filter(passing(condition.filter, inForce, condition.answers, nowMs));
  const ids = matched.map(({ id }) => id);
  try {
    return computedOf(input, applyOperations(operationsOn(matching, ids), before.documents, nowMs), condition);
  } catch (error) {
    throw atByFilter(error, ids);
  }
}

/** @throws Problem `too_large`, reasons `state_bytes`, `attributes` */
function computedOf(
  { before, inForce, nowMs }: WriteInput,
  applied: AppliedOperations,
  condition: Condition | null,
): Computed {
  const change = changeOf(applied.drafts, inForce, nowMs);
  const ruleMatches = change === null ? [] : outcomeRulesOf(inForce).madeTrue(applied.drafts, nowMs);
  const usesAnswers = condition !== null && condition.answers !== null;
  const concerns = concernsOf(inForce, applied);
  return { before, inForce, applied, change, ruleMatches, readsAnswers: usesAnswers, concerns };
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
