import { JudgmentSnapshot as ColumnFact } from '@app/contracts';
import { covers, isTemplate } from '@app/definition';
import type { Thresholds } from '@app/definition';
import { sameJson } from '@app/json';
import { OrganizationCopies, StoredSubscription } from '../snapshot/snapshot.store';
import { parseSubscription } from '../subscription-index/compiled-subscription';
import { WalkSpec } from '../subscription/walk.store';
import { MovedAnswers, movedAnswers } from '../walk/threshold-change';

/** The part of two scopes that both cover, or null. */
export function overlap(a: string, b: string): string | null {
  if (covers(a, b)) return b;
  return covers(b, a) ? a : null;
}

/** The template that an override changes; a namespace's detached copy goes by the same judgment id. */
function templateOf(fact: ColumnFact | null, copies: OrganizationCopies) {
  return copies.columns.find(({ judgmentId, scope }) => judgmentId === fact?.judgment_id && isTemplate(scope));
}

/** What a fact says of the thresholds in force; an override without its own leaves the template's. */
function thresholdsOf(fact: ColumnFact | null, copies: OrganizationCopies): Thresholds {
  if (fact !== null && !fact.archived && fact.thresholds !== null) return fact.thresholds as Thresholds;
  if (fact !== null && fact.kind !== 'override') return {};
  return templateOf(fact, copies)?.thresholds ?? {};
}

/** Whether more than thresholds changed of what filters read. A new version alone leaves answers where they are. */
function isOther(before: ColumnFact | null, after: ColumnFact): boolean {
  if (after.kind === 'override') return false;
  const read = (fact: ColumnFact) => [fact.archived, fact.type, fact.name, fact.applies_to, fact.levels];
  return before === null || !sameJson(read(before), read(after));
}

function moved(
  subscription: StoredSubscription,
  before: ColumnFact | null,
  after: ColumnFact,
  copies: OrganizationCopies,
): MovedAnswers | null {
  const { judgments, thresholds } = parseSubscription(subscription);
  if (!judgments.includes(after.name)) return null;
  if (isOther(before, after)) return 'documents';
  const names = thresholds.flatMap((text) =>
    text.startsWith(`${after.name} `) ? [text.slice(after.name.length + 1)] : [],
  );
  const known = after.kind === 'override' ? templateOf(after, copies) : undefined;
  const form = { type: known?.type ?? after.type, levels: known?.levels ?? after.levels ?? [] };
  const was = thresholdsOf(before ?? { ...after, thresholds: null }, copies);
  return movedAnswers(was, thresholdsOf(after, copies), names, form);
}

/**
 * The walks that a change of a judgment asks for: over the subscriptions that name what changed, and in each only over
 * the answers that may read otherwise.
 * @param copies as of the change
 */
export function walksOf(before: ColumnFact | null, after: ColumnFact, copies: OrganizationCopies): WalkSpec[] {
  const { organization } = after;
  return [...copies.subscriptions.values()].flat().flatMap((subscription): WalkSpec[] => {
    const scope = overlap(subscription.scope, after.scope);
    const answers = scope === null ? null : moved(subscription, before, after, copies);
    if (scope === null || answers === null) return [];
    const walk = { organization, subscription_id: subscription.id, scope, kind: 'threshold' } as const;
    return [answers === 'documents' ? walk : { ...walk, judgment_id: after.judgment_id, answers }];
  });
}
