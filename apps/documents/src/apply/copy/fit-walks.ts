import type { FitMade } from '@app/contracts/documents';
import { OrganizationSnapshot } from '../../namespace/snapshot/snapshot.store';
import { parseSubscription } from '../../subscription/lookup/compiled-subscription';
import { WalkSpec } from '../../subscription/walk/walk.store';
import { overlap } from './scope-overlap';

/** A judgment's name in a scope. */
export interface ScopedName {
  scope: string;
  name: string;
}

/**
 * The walks that a fit needs: over the subscriptions that name calibrated numbers of its judgment, and of each over the
 * judgment's answers.
 */
export function fitWalks(fact: FitMade, names: readonly ScopedName[], snapshot: OrganizationSnapshot): WalkSpec[] {
  const { organization, judgment_id } = fact;
  return names.flatMap(({ scope: own, name }) =>
    [...snapshot.subscriptions.values()].flat().flatMap((subscription): WalkSpec[] => {
      const scope = overlap(subscription.scope, own);
      if (scope === null || !parseSubscription(subscription).calibrated.includes(name)) return [];
      const walk = { organization, subscription_id: subscription.id, scope, kind: 'calibration' } as const;
      return [{ ...walk, judgment_id, answers: 'all' }];
    }),
  );
}
