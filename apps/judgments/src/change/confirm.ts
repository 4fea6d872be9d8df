import { Definition, Freshness, canGather, canSpread } from '@app/definition';
import { Problem } from '@app/problem';
import type { Judgment } from '../judgment/definition/judgment';
import type { CreateRequest } from '../judgment/definition/request';
import { isAutomatic } from '../quote/amounts';

/*
 * Changes that a caller confirms, because judging follows from then on what nobody asks for: a policy that judges by itself,
 * and relations by which other documents cause judgings.
 */

/** Whether answers are made automatically from now on and were not before. */
export function enablesJudging(before: Pick<Judgment, 'freshness'>, after: Pick<Judgment, 'freshness'>): boolean {
  return !isAutomatic(before.freshness) && isAutomatic(after.freshness);
}

/** Whether judging that happens automatically begins to follow changes of other documents. @param before null for none */
export function enablesFollowing(freshness: Freshness, before: Definition | null, after: Definition): boolean {
  if (!isAutomatic(freshness)) return false;
  const begins = [canGather, canSpread].filter((can) => can(after) && !(before && can(before)));
  return begins.length > 0;
}

/** The freshness in effect after a create. Only the first create under a name sets it. */
export function freshnessAfter(present: Judgment | null, { freshness }: Pick<CreateRequest, 'freshness'>): Freshness {
  return present?.freshness ?? freshness;
}

/** Whether a create must be confirmed, with or without a backfill. @param present the judgment under the name so far */
export function mustConfirm(
  present: Judgment | null,
  request: Pick<CreateRequest, 'definition' | 'freshness' | 'isActivated'>,
): boolean {
  return (
    request.isActivated &&
    enablesFollowing(freshnessAfter(present, request), present?.definition ?? null, request.definition)
  );
}

/** The refusal of a change that was priced for another state than it meets. */
export function changedMeanwhile(name: string): Problem {
  return new Problem('conflict', `\`${name}\` was changed meanwhile; read it and send the change again.`, {
    reason: 'confirm_mismatch',
    path: '/confirm',
  });
}
