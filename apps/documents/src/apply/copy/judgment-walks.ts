import type { JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import type { Thresholds } from '@app/definition';
import { sameJson } from '@app/json';
import { KnownJudgment } from '../../namespace/snapshot/known-judgment';
import { OrganizationSnapshot, StoredSubscription } from '../../namespace/snapshot/snapshot.store';
import { parseSubscription } from '../../subscription/lookup/compiled-subscription';
import { MovedAnswers, movedAnswers } from '../../subscription/walk/threshold-change';
import { WalkSpec } from '../../subscription/walk/walk.store';
import { overlap } from './scope-overlap';

/**
 * The walks that a change of a judgment needs: over the subscriptions that name what changed, and of each only over the
 * answers that the change may move.
 * @param snapshot of the organization after the change
 */
export function judgmentWalks(
  before: PublishedSnapshot | null,
  after: PublishedSnapshot,
  snapshot: OrganizationSnapshot,
): WalkSpec[] {
  const { organization } = after;
  return [...snapshot.subscriptions.values()].flat().flatMap((subscription): WalkSpec[] => {
    const scope = overlap(subscription.scope, after.scope);
    const answers = scope === null ? null : moved(subscription, before, after, snapshot);
    if (scope === null || answers === null) return [];
    const kind = changedBeyondThresholds(before, after) ? 'judgment' : 'threshold';
    const walk = { organization, subscription_id: subscription.id, scope, kind } as const;
    return [answers === 'documents' ? walk : { ...walk, judgment_id: after.judgment_id, answers }];
  });
}

/** What the change moves of a subscription; null for nothing. */
function moved(
  subscription: StoredSubscription,
  before: PublishedSnapshot | null,
  after: PublishedSnapshot,
  snapshot: OrganizationSnapshot,
): MovedAnswers | null {
  const { judgments, thresholds } = parseSubscription(subscription);
  if (!judgments.includes(after.name)) return null;
  if (changedBeyondThresholds(before, after)) return 'documents';
  const names = thresholds.flatMap((text) =>
    text.startsWith(`${after.name} `) ? [text.slice(after.name.length + 1)] : [],
  );
  const template = after.kind === 'override' ? templateOf(after, snapshot) : undefined;
  const form = { type: template?.type ?? after.type, levels: template?.levels ?? after.levels ?? [] };
  const was = thresholdsOf(before ?? { ...after, thresholds: null }, snapshot);
  return movedAnswers(was, thresholdsOf(after, snapshot), names, form);
}

/** Whether more than thresholds changed of what filters read. A new version alone changes no stored answer. */
function changedBeyondThresholds(before: PublishedSnapshot | null, after: PublishedSnapshot): boolean {
  if (after.kind === 'override') return false;
  const read = (of: PublishedSnapshot) => [of.archived, of.type, of.name, of.applies_to, of.levels];
  return before === null || !sameJson(read(before), read(after));
}

/** The thresholds that a snapshot puts in force. An override without thresholds of its own leaves the template's. */
function thresholdsOf(published: PublishedSnapshot, snapshot: OrganizationSnapshot): Thresholds {
  if (!published.archived && published.thresholds !== null) return published.thresholds as Thresholds;
  if (published.kind !== 'override') return {};
  return templateOf(published, snapshot)?.thresholds ?? {};
}

/** The template that an override changes. A namespace's detached copy has the same judgment id, and another scope. */
function templateOf(published: PublishedSnapshot, snapshot: OrganizationSnapshot): KnownJudgment | undefined {
  return snapshot.judgments.find(({ judgmentId, scope }) => judgmentId === published.judgment_id && isTemplate(scope));
}
