import { fanoutInEffect } from '@app/definition';
import type { OwnFanout } from '../namespace/settings';
import { JudgmentInForce } from '../snapshot/in-force';

/** Times of the open fan-outs of one key of a document, in milliseconds since 1970. */
type Spread = [
  /** The last change that no walk knows. */
  changed: number | null,
  /** The walk that has not begun: when it is due, and its first change. */
  due: number | null,
  first: number | null,
  /** When the walk under way was due. */
  begun: number | null,
];

/** The related changes that have still to reach an answer, as the text of `openText` holds them. */
export type OpenChanges = [
  /** When the last change of a related document of its own came. */
  gatheredAtMs: number | null,
  spreads: Spread[],
];

/** When the first of the open fan-outs reaches the answer; null while the namespace lets none run, and for none. */
export function spreadDueAtMs(
  spreads: readonly Spread[],
  { fanout }: Pick<JudgmentInForce, 'fanout'>,
  namespace: OwnFanout,
): number | null {
  const { enabled = true, share = 1 } = namespace;
  if (!enabled || share === 0 || spreads.length === 0) return null;
  const { debounce_ms, max_wait_ms } = fanoutInEffect(fanout, namespace);
  return Math.min(
    ...spreads.map(([changed, due, first, begun]) => {
      // A change during a walk waits for a walk of its own; this one comes first.
      if (begun !== null) return begun;
      if (changed === null) return due ?? Infinity;
      return Math.min(changed + debounce_ms, (first ?? changed) + max_wait_ms);
    }),
  );
}
