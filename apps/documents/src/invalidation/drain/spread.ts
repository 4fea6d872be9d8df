import { fanoutInEffect } from '@app/definition';
import type { OwnFanout as JudgmentFanout } from '@app/definition';
import type { OwnFanout } from '../../namespace/settings';
import { InboxRow } from './inbox.store';

/** Changes that concern the documents with a key, as one. Instants are RFC 3339. */
export interface Spread {
  judgment: string;
  mine: string;
  /** The key in hex. */
  key: string;
  first: string;
  last: string;
  /** The only document that changed, where its own answer is not concerned. */
  spared: string | null;
  debounce_ms: number;
  max_wait_ms: number;
  traceparent: string | null;
}

/** How long a spread waits for more changes of its key. */
export type Waits = Pick<Spread, 'debounce_ms' | 'max_wait_ms'>;

export const noWaits: Waits = { debounce_ms: 0, max_wait_ms: 0 };

/** The judgment's own settings win over those of its namespace. */
export function waitsOf(own: JudgmentFanout, namespace: OwnFanout): Waits {
  const { debounce_ms, max_wait_ms } = fanoutInEffect(own, namespace);
  return { debounce_ms, max_wait_ms };
}

/** One spread for each judgment and key. */
export function spreadsOf(changes: readonly InboxRow[], waits: (judgmentId: string) => Waits): Spread[] {
  const spreads = new Map<string, Spread>();
  for (const { judgment_id: judgment, mine, key, source, changed_at, traceparent } of changes) {
    const hex = key.toString('hex');
    const at = changed_at.toISOString();
    const known = spreads.get(`${judgment} ${mine} ${hex}`);
    if (known === undefined) {
      const times = { first: at, last: at, spared: source, traceparent };
      spreads.set(`${judgment} ${mine} ${hex}`, { judgment, mine, key: hex, ...times, ...waits(judgment) });
      continue;
    }
    if (at < known.first) known.first = at;
    if (at > known.last) known.last = at;
    if (source !== known.spared) known.spared = null;
    known.traceparent = traceparent ?? known.traceparent;
  }
  return [...spreads.values()];
}
