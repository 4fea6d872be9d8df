import { parseDocumentPath } from '@app/definition';
import { groupsOf } from '../group/compiled-group';
import { outcomeRulesOf } from './outcome-rule/outcome-rule';
import { edgesOf } from '../invalidation/relation/edges';
import { InForce, derivedOnce } from '../namespace/snapshot/in-force';
import { subscriptionsOf } from '../subscription/lookup/subscription-index';

/**
 * Whether something in force compares what the state of a document was with what it becomes: a judgment that reads the
 * state, in its active or an earlier version, hidden ones included; a group that reads it; any relation; any outcome rule; any
 * subscription.
 */
export const readsStates = derivedOnce((inForce: InForce): boolean => {
  if (!outcomeRulesOf(inForce).isEmpty || subscriptionsOf(inForce).all.length > 0) return true;
  if (edgesOf(inForce).all.length > 0) return true;
  if (groupsOf(inForce).paths.some(isOfState)) return true;
  const judgments = [...inForce.judgments, ...inForce.hidden];
  return judgments.some(({ readPaths, earlierPaths }) => [...readPaths, ...earlierPaths].some(isOfState));
});

function isOfState(path: string): boolean {
  return parseDocumentPath(path, '').root === 'state';
}
