import { FitMade } from '@app/contracts';
import { OrganizationCopies } from '../snapshot/snapshot.store';
import { parseSubscription } from '../subscription-index/compiled-subscription';
import { WalkSpec } from '../subscription/walk.store';
import { overlap } from './judgment-walks';

/** A judgment's name in a scope. */
export interface Named {
  scope: string;
  name: string;
}

/** The walks that a fit asks for: over the answers of its judgment, of subscriptions that name calibrated numbers of it. */
export function fitWalks(fact: FitMade, names: readonly Named[], copies: OrganizationCopies): WalkSpec[] {
  const { organization, judgment_id } = fact;
  return names.flatMap(({ scope: own, name }) =>
    [...copies.subscriptions.values()].flat().flatMap((subscription): WalkSpec[] => {
      const scope = overlap(subscription.scope, own);
      if (scope === null || !parseSubscription(subscription).calibrated.includes(name)) return [];
      const walk = { organization, subscription_id: subscription.id, scope, kind: 'threshold' } as const;
      return [{ ...walk, judgment_id, answers: 'all' }];
    }),
  );
}
