import { Draft } from '../document/draft';
import { InForce } from '../namespace/snapshot/in-force';
import { InvalidatedAnswers } from '../answer/staleness/invalidated-answers';
import { groupsOf } from './compiled-group';

/**
 * Whether a document may count otherwise in a group after a draft.
 * @param invalidated the answers that the draft invalidates; null for a deleted document
 */
export function isDirty(
  { before, after }: Pick<Draft, 'before' | 'after'>,
  invalidated: InvalidatedAnswers | null,
  inForce: InForce,
): boolean {
  const { all, touched } = groupsOf(inForce);
  if (all.length === 0) return false;
  const counts = all.some(({ attribute }) =>
    [before, after].some((side) => side !== null && Object.hasOwn(side.attributes, attribute)),
  );
  if (!counts) return false;
  if (before === null || after === null || touched(before, after).length > 0) return true;
  return invalidated !== null && staleIn(invalidated, inForce);
}

/** Whether groups read some of the answers, which count as stale from then on. */
function staleIn(
  { judge, invalidate, invalidateOtherVersions, entered }: InvalidatedAnswers,
  inForce: InForce,
): boolean {
  const { judgmentIds } = groupsOf(inForce);
  const others = Object.keys({ ...invalidateOtherVersions, ...entered });
  return [...judge, ...invalidate, ...others].some((id) => judgmentIds.has(id));
}
