import type { JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import { covers } from '@app/definition';
import type { Tx } from '@app/persistence';
import { addWaitingWalk } from '../../invalidation/waiting/waiting-walk.store';
import { isJudgedOnChange } from '../../namespace/snapshot/in-force';
import type { OrganizationSnapshot } from '../../namespace/snapshot/snapshot.store';

/**
 * When a change has a judgment judged by itself where it was not before, a walk has the answers queued that wait since then:
 * after a policy that waits for requests, where a narrower judgment hid it, and where a namespace detaches its copy.
 * @param before null for a judgment or an override that is new
 * @param snapshot what the organization's templates are after the change
 */
export async function walkWaiting(
  tx: Tx,
  before: PublishedSnapshot | null,
  after: PublishedSnapshot,
  snapshot: OrganizationSnapshot,
): Promise<void> {
  const { organization, scope } = after;
  for (const judgment_id of begun(before, after, snapshot)) {
    await addWaitingWalk(tx, { organization, judgment_id, scope });
  }
}

/** The judgments that may be judged by themselves in the scope of the change from now on, and were not before. */
function begun(
  before: PublishedSnapshot | null,
  after: PublishedSnapshot,
  { judgments }: OrganizationSnapshot,
): ReadonlySet<string> {
  if (after.kind === 'override') {
    const template = judgments.find((one) => one.judgmentId === after.judgment_id && covers(one.scope, after.scope));
    const isBegun = isAutomatic(after, template) && !isAutomatic(before, template);
    return new Set(isBegun ? [after.judgment_id] : []);
  }
  const wasInForce = before !== null && !before.archived;
  if (after.archived) {
    // Broader judgments of the name; the walker looks which of them is in force in each namespace.
    const broader = judgments.filter(({ name, scope }) => name === after.name && covers(scope, after.scope));
    return new Set(wasInForce ? broader.map(({ judgmentId }) => judgmentId) : []);
  }
  // Of a judgment that is new there are no answers yet, save of a copy, which has those of its template.
  const mayWait = wasInForce ? !isJudgedOnChange(before) : (after.copied ?? null) !== null;
  return new Set(mayWait && isJudgedOnChange(after) ? [after.judgment_id] : []);
}

type Policy = Pick<PublishedSnapshot, 'policy'>;

/** Whether a namespace's judgment is judged by itself with an override, null without one. */
function isAutomatic(override: PublishedSnapshot | null, template: Policy | undefined): boolean {
  const own =
    override !== null && !override.archived && override.overrides?.includes('freshness') ? override : template;
  return own !== undefined && isJudgedOnChange(own);
}
