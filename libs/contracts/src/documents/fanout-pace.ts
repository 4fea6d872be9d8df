import { namespaceFanoutDefaults } from '@app/definition';
import type { NamespaceChanged } from './facts';

/** How fast a namespace's fan-out may go. */
export interface FanoutPace {
  /** False holds all fan-out of the namespace; reads still judge. */
  enabled: boolean;
  /** Part of the engines' capacity and of the budget that fan-out may take, 0 to 1. 0 holds it as well. */
  share: number;
  /** Answers that fan-out may ask in any 24 hours, all judgments of the namespace together. */
  rolling_limit: number;
}

/** The pace of a namespace by its own settings, which leave out what is not set. */
export function fanoutPaceOf(own: NamespaceChanged['fanout']): FanoutPace {
  const set: Partial<FanoutPace> = own;
  const { enabled, share, rolling_limit } = { ...namespaceFanoutDefaults, ...set };
  return { enabled, share, rolling_limit };
}

/** Whether a namespace's fan-out is held: nothing of it is asked until its settings change. */
export function isFanoutHeld({ enabled, share }: FanoutPace): boolean {
  return !enabled || share === 0;
}
