import type { StaleBy } from '@app/contracts/documents';
import { fanoutInEffect } from '@app/definition';
import { timestamp } from '@app/observability';
import type { OwnFanout } from '../namespace/settings';
import { JudgmentInForce } from '../namespace/snapshot/in-force';

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

/** The related changes that have still to reach an answer. */
export type OpenChanges = [
  /** When the last change of a related document of its own came. */
  gatheredAtMs: number | null,
  /** One for each key of the document that has open fan-outs. */
  spreads: Spread[],
  /** What that last change of a related document of its own was; null where it is not known. */
  gatheredBy: StaleBy | null,
];

/** What is open for one key of a document, as the text of `open_changes` (SQL) holds it; times as in `Spread`. */
type OpenKey = [
  judgmentId: string,
  /** Whether the key is the document's id, so that the change is one of a related document of its own. */
  isId: boolean,
  changed: number | null,
  walks: [round: number, begun: boolean, due: number, first: number][],
  /** The relation and the related document of the change, of a key that is the id; left out by functions of before. */
  relation?: string | null,
  document?: string | null,
];

/**
 * What has still to reach the answer of a judgment; null for nothing.
 * @param relatedTo the greatest round that the answer was judged after
 */
export function openOfAnswer(open: readonly OpenKey[], judgmentId: string, relatedTo: number): OpenChanges | null {
  const own = open.filter(([judgment]) => judgment === judgmentId);
  if (own.length === 0) return null;
  const gathered = own.find(([, isId]) => isId);
  const gatheredAtMs = gathered?.[2] ?? null;
  const spreads = own.filter(([, isId]) => !isId).flatMap((key) => spreadOf(key, relatedTo) ?? []);
  return gatheredAtMs === null && spreads.length === 0 ? null : [gatheredAtMs, spreads, gatheredBy(gathered)];
}

function gatheredBy(gathered: OpenKey | undefined): StaleBy | null {
  const [, , changed, , relation, document] = gathered ?? [];
  const isKnown = typeof changed === 'number' && typeof relation === 'string' && typeof document === 'string';
  return isKnown ? { relation, document, changed_at: timestamp(changed) } : null;
}

function spreadOf([, , changed, walks]: OpenKey, relatedTo: number): [Spread] | null {
  const later = walks.filter(([round]) => round > relatedTo);
  if (changed === null && later.length === 0) return null;
  const waiting = later.filter(([, begun]) => !begun);
  const underWay = later.filter(([, begun]) => begun);
  const [due, first] = [least(waiting.map((walk) => walk[2])), least(waiting.map((walk) => walk[3]))];
  return [[changed, due, first, least(underWay.map((walk) => walk[2]))]];
}

function least(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.min(...times);
}

export function parseOpen(text: string | null): OpenKey[] {
  return text === null ? [] : (JSON.parse(text) as OpenKey[]);
}

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
