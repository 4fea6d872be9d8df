import type { Warning } from '@app/contracts';
import { canGather, canSpread, readPaths } from '@app/definition';
import { parseRelationWhere } from '@app/filter';
import { isAutomatic } from '../../quote/amounts';
import { Warned } from './warned';

/** Paths that never change after a document was created. */
const fixedPaths = ['id', 'created_at'];

/** Policies under which nothing is judged that should be. */
export function freshnessWarnings(warned: Warned): Warning[] {
  return [...policyWarnings(warned), ...fanoutWarnings(warned)];
}

function policyWarnings({ definition, freshness }: Warned): Warning[] {
  const isFixed = readPaths(definition, [], parseRelationWhere).every((path) => fixedPaths.includes(path));
  const isFollowing = canGather(definition) || canSpread(definition);
  if (freshness.policy !== 'on_change' || !isFixed || isFollowing) return [];
  return [
    {
      code: 'policy_never_fires',
      path: '/freshness/policy',
      message:
        'Nothing that the context reads ever changes, so each document is judged once; read a field that changes.',
    },
  ];
}

function fanoutWarnings({ freshness, rollingLimit }: Warned): Warning[] {
  if (rollingLimit !== 0 || !isAutomatic(freshness)) return [];
  return [
    {
      code: 'fanout_never',
      path: '/freshness/fanout/rolling_limit',
      message:
        'The rolling limit in effect is 0: a change that concerns all documents with a key has none of them judged. Raise it, or choose the policy `on_read`.',
    },
  ];
}
