import { parseDocumentPath } from '@app/definition';
import type { Filter } from '@app/filter';
import { filterPaths } from '@app/filter';
import { isComparable } from '../answer/staleness/standing-contexts';
import { NamesByTag, byTag } from '../document/unread-state';
import { groupsOf } from '../group/compiled-group';
import { edgesOf } from '../invalidation/relation/edges';
import { watchesOf } from '../invalidation/relation/watch';
import { InForce, derivedOnce, scopeFilter } from '../namespace/snapshot/in-force';
import { hasFanOuts } from '../namespace/snapshot/known-judgment';
import { subscriptionsOf } from '../subscription/lookup/subscription-index';
import { outcomeRulesOf } from './outcome-rule/outcome-rule';

/** What upserts and deletions need of the states that are stored, for what is in force in a namespace. */
export interface StateReaders {
  /**
   * `whole`: whether the state is another; nothing reads it. `members`: which of its members are others. `text`: the state,
   * since something compares what lies within a member or reads what it was.
   */
  need: 'whole' | 'members' | 'text';
  /** Names of the members that something reads. */
  names: NamesByTag;
}

export const stateReadersOf = derivedOnce((inForce: InForce): StateReaders => {
  const paths = comparedPaths(inForce).flatMap(stateKeys);
  const names = byTag(paths.map(([name]) => name));
  if (paths.some((keys) => keys.length > 1) || readsText(inForce)) return { need: 'text', names };
  return { need: names.size > 0 ? 'members' : 'whole', names };
});

/**
 * The paths at which a document is compared with what it becomes: those of judgments, in their active or an earlier version,
 * hidden ones included, of relations and of groups.
 */
function comparedPaths(inForce: InForce): string[] {
  const judgments = [...inForce.judgments, ...inForce.hidden];
  return [
    ...judgments.flatMap(({ readPaths, earlierPaths }) => [...readPaths, ...earlierPaths]),
    ...edgesOf(inForce).all.flatMap((edge) => edge.paths),
    ...groupsOf(inForce).paths,
  ];
}

/**
 * Whether something reads what a state was: a context that is compared with the one before, a filter on the state, any
 * outcome rule, any subscription.
 */
function readsText(inForce: InForce): boolean {
  if (!outcomeRulesOf(inForce).isEmpty || subscriptionsOf(inForce).all.length > 0) return true;
  if (inForce.judgments.some((one) => isComparable(one) && one.readPaths.some(isOfState))) return true;
  return filtersBefore(inForce).some((filter) => filter !== null && filterPaths(filter).some(isOfState));
}

/** The filters that are held against a document as it was. */
function filtersBefore(inForce: InForce): (Filter | null)[] {
  const { judgments, hidden, byId } = inForce;
  return [
    ...edgesOf(inForce).all.map(({ filter }) => filter),
    ...[...watchesOf(inForce).keys()].map((id) => byId.get(id)?.appliesToFilter ?? null),
    ...[...judgments, ...hidden].filter(hasFanOuts).map(({ fanout }) => scopeFilter(fanout.scope)),
  ];
}

function isOfState(path: string): boolean {
  return stateKeys(path).length > 0;
}

/** The keys of a path into the state, as the only item of a list; an empty list for another path. */
function stateKeys(text: string): (readonly string[])[] {
  // A filter may name answers, which are no part of a document.
  if (!text.startsWith('state.')) return [];
  const path = parseDocumentPath(text, '');
  return 'keys' in path ? [path.keys] : [];
}
