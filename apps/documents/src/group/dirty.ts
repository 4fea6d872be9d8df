import { Draft } from '../document/draft';
import { InForce } from '../snapshot/in-force';
import { InvalidatedAnswers } from '../staleness/invalidated-answers';
import { groupsOf } from './compiled-group';

/** Whether a document may count otherwise in a group after a draft. */
export function isDirty({ before, after }: Pick<Draft, 'before' | 'after'>, inForce: InForce): boolean {
  const { all, touched } = groupsOf(inForce);
  if (all.length === 0) return false;
  if (before !== null && after !== null) return touched(before, after).length > 0;
  const attributes = (before ?? after)?.attributes ?? {};
  return all.some(({ attribute }) => Object.hasOwn(attributes, attribute));
}

/** Whether a document counts as stale, or no longer, when these answers of it are invalidated. */
export function dirties({ judge, invalidate, invalidateOtherVersions }: InvalidatedAnswers, inForce: InForce): boolean {
  const { judgmentIds } = groupsOf(inForce);
  if (judgmentIds.size === 0) return false;
  return [...judge, ...invalidate, ...Object.keys(invalidateOtherVersions)].some((id) => judgmentIds.has(id));
}
