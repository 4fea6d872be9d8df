import { scopeChain } from '@app/definition';
import type { DocumentContent } from '@app/definition';
import { StoredSubscription } from '../snapshot/snapshot.store';
import { Touches, compileTouchIndex } from '../staleness/invalidation-index';
import { CompiledSubscription, parseSubscription } from './compiled-subscription';
import { Demand, keysOf, meetsDemand } from './demand';

/** The subscriptions in force in a namespace: of each name the one on the most specific scope. */
export function effectiveSubscriptions(
  byScope: ReadonlyMap<string, readonly StoredSubscription[]>,
  namespace: string,
): StoredSubscription[] {
  const chosen = new Map<string, StoredSubscription>();
  for (const scope of scopeChain(namespace)) {
    for (const stored of byScope.get(scope) ?? []) if (!chosen.has(stored.name)) chosen.set(stored.name, stored);
  }
  return [...chosen.values()];
}

/**
 * Subscriptions by what they read, so that a thousand of them cost a write only those that it may move: by the paths
 * that changed, by the value or the member that a filter demands, and by the judgments that were answered.
 */
export class SubscriptionIndex {
  readonly all: readonly CompiledSubscription[];
  private readonly byId = new Map<string, CompiledSubscription>();
  private readonly byJudgment = new Map<string, CompiledSubscription[]>();
  private readonly byDemand = new Map<string, CompiledSubscription[]>();
  private readonly undemanding: CompiledSubscription[] = [];
  private touches: Touches | undefined;

  /** @param appliesToPaths the document paths that decide whether a judgment applies */
  constructor(stored: readonly StoredSubscription[], appliesToPaths: (judgment: string) => readonly string[]) {
    this.all = stored.map((one) => {
      const parsed = parseSubscription(one);
      const readPaths = [...new Set([...parsed.paths, ...parsed.judgments.flatMap(appliesToPaths)])];
      return { ...one, ...parsed, readPaths };
    });
    for (const one of this.all) {
      this.byId.set(one.id, one);
      for (const judgment of one.judgments) add(this.byJudgment, judgment, one);
      if (one.demand.keys === null) this.undemanding.push(one);
      else for (const key of one.demand.keys) add(this.byDemand, key, one);
    }
  }

  find(id: string): CompiledSubscription | undefined {
    return this.byId.get(id);
  }

  /** Those that a write may move a document into or out of. An answer's going stale alone moves nobody. */
  concernedByWrite(
    id: string,
    before: DocumentContent | null,
    after: DocumentContent | null,
  ): readonly CompiledSubscription[] {
    if (this.all.length === 0 || after === null) return [];
    if (before === null) return this.concernedByBirth(id, after);
    this.touches ??= compileTouchIndex(this.all);
    const read = this.touches(before, after).map((index) => this.all[index]);
    if (read.length === 0) return [];
    const [had, has] = [keysOf(id, before), keysOf(id, after)];
    return read.filter(({ demand }) => meetsDemand(demand, has) || meetsDemand(demand, had));
  }

  private concernedByBirth(id: string, after: DocumentContent): CompiledSubscription[] {
    const demanding = [...keysOf(id, after)].flatMap((key) => this.byDemand.get(key) ?? []);
    return [...new Set([...demanding, ...this.undemanding])].filter(({ demand }) => !demand.answer);
  }

  /** Those that read a judgment of these names. */
  reading(judgments: ReadonlySet<string>): CompiledSubscription[] {
    return [...new Set([...judgments].flatMap((name) => this.byJudgment.get(name) ?? []))];
  }
}

/** Those whose demand a document meets; no answer changes what it demands. */
export function demandedOf(
  subscriptions: readonly CompiledSubscription[],
  document: { id: string } & DocumentContent,
): CompiledSubscription[] {
  const has = keysOf(document.id, document);
  return subscriptions.filter(({ demand }: { demand: Demand }) => meetsDemand(demand, has));
}

function add<T>(to: Map<string, T[]>, key: string, value: T): void {
  const known = to.get(key);
  if (known) known.push(value);
  else to.set(key, [value]);
}
