import type { JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import { fanoutInEffect } from '@app/definition';
import { sameJson } from '@app/json';
import type { Tx } from '@app/persistence';
import { requestRecounts } from '../../group/build.store';
import { addDependentWalk } from '../../invalidation/fanout/dependent-walk.store';
import type { StoredSnapshot } from '../../namespace/snapshot/known-judgment';
import { readDependentsOf, readTemplateOf } from '../../namespace/snapshot/snapshot.store';
import { overlap } from './scope-overlap';

/**
 * When a change makes a name stand for another judgment, or answers under it count for other documents, the answers of its
 * readers there read stale, and a walk has them judged again after the time for which a fan-out of the reader waits.
 * @param before null for a judgment that is new
 */
export async function walkDependents(
  tx: Tx,
  before: PublishedSnapshot | null,
  after: PublishedSnapshot,
): Promise<void> {
  if (!(await readMoved(tx, before, after))) return;
  const { organization, name } = after;
  for (const reader of await readDependentsOf(tx, organization, name)) {
    const scope = overlap(reader.scope, after.scope);
    if (scope === null) continue;
    const { debounce_ms: debounceMs } = fanoutInEffect(reader.fanout ?? {});
    await addDependentWalk(tx, { organization, judgment_id: reader.judgment_id, scope, debounceMs });
    await requestRecounts(tx, organization, { scope, name: reader.name }, 'judgments');
  }
}

/**
 * When a namespace's copy goes, answers of its template's active version are read again. Where the copy had another version in
 * force, nobody followed related documents for them meanwhile; where that one had returned, the copy alone knew since when they
 * are followed again. They read stale, and are judged again after the time for which a fan-out waits.
 * @param before null for a judgment that is new
 */
export async function walkUnfollowed(
  tx: Tx,
  before: StoredSnapshot | null,
  { organization, judgment_id, scope, kind, copied, archived }: PublishedSnapshot,
): Promise<void> {
  if (before === null || before.archived || !archived || !copied || kind === 'override') return;
  const template = await readTemplateOf(tx, { organization, judgment_id, scope });
  if (template === null || (template.edges ?? []).length === 0) return;
  const isFollowed = (before.fresh_from ?? '') <= (template.fresh_from ?? '');
  if (before.active_version === template.active_version && isFollowed) return;
  const { debounce_ms: debounceMs } = fanoutInEffect(template.fanout ?? {});
  await addDependentWalk(tx, { organization, judgment_id, scope, debounceMs });
  await requestRecounts(tx, organization, { scope, name: template.name }, 'judgments');
}

/** Whether a name stands for other answers from now on: those of another judgment, or about other documents. */
async function readMoved(tx: Tx, before: PublishedSnapshot | null, after: PublishedSnapshot): Promise<boolean> {
  if (after.kind === 'override') return false;
  // A copy that a namespace has detached has the answers of its template, which stands under the name where the copy does not.
  const hidden = after.copied ? await readTemplateOf(tx, after) : null;
  const [was, is] = [before, after].map((one) => (one === null || one.archived ? hidden : one));
  return was === null || is === null ? was !== is : !sameJson(was.applies_to, is.applies_to);
}
