import { scopeChain } from '@app/definition';
import type { DocumentContent } from '@app/definition';
import { filterPaths } from '@app/filter';
import { InForce, derivedOnce } from '../../namespace/snapshot/in-force';
import { StoredSubscription } from '../../namespace/snapshot/snapshot.store';
import { InvalidationIndex, compileInvalidationIndex } from '../../answer/staleness/invalidation-index';
import { CompiledSubscription, parseSubscription } from './compiled-subscription';
import { keysOf, meetsDemand } from './demand';

/** The subscriptions in force in a namespace: its own, and those that it inherits from prefixes. */
export const subscriptionsOf = derivedOnce(({ namespace, subscriptions, byName }: InForce) => {
  const appliesToPaths = (judgment: string): string[] => {
    const filter = byName.get(judgment)?.appliesToFilter ?? null;
    return filter === null ? [] : filterPaths(filter);
  };
  return new SubscriptionIndex(effectiveSubscriptions(subscriptions, namespace), appliesToPaths);
});

/** The subscription of each name on the most specific scope. */
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
 * Subscriptions by what they read: the paths of documents, the value or the member that their filters demand, and the
 * judgments. A thousand of them cost a write only those whose members it may move.
 */
export class SubscriptionIndex {
  readonly all: readonly CompiledSubscription[];
  private readonly byId = new Map<string, CompiledSubscription>();
  private readonly byJudgment = new Map<string, CompiledSubscription[]>();
  private readonly byDemand = new Map<string, CompiledSubscription[]>();
  private readonly undemanding: CompiledSubscription[] = [];
  private byPath: InvalidationIndex | undefined;

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

  /** The subscriptions that a write may move a document into or out of. An answer that becomes stale moves no member. */
  concernedByWrite(
    id: string,
    before: DocumentContent | null,
    after: DocumentContent | null,
  ): readonly CompiledSubscription[] {
    if (this.all.length === 0 || after === null) return [];
    if (before === null) return this.concernedByCreation(id, after);
    this.byPath ??= compileInvalidationIndex(this.all);
    const readers = this.byPath(before, after).map((index) => this.all[index]);
    if (readers.length === 0) return [];
    const [had, has] = [keysOf(id, before), keysOf(id, after)];
    return readers.filter(({ demand }) => meetsDemand(demand, has) || meetsDemand(demand, had));
  }

  private concernedByCreation(id: string, after: DocumentContent): CompiledSubscription[] {
    const demanding = [...keysOf(id, after)].flatMap((key) => this.byDemand.get(key) ?? []);
    return [...new Set([...demanding, ...this.undemanding])].filter(({ demand }) => !demand.answer);
  }

  /** The subscriptions that read a judgment of one of these names. */
  reading(judgments: ReadonlySet<string>): CompiledSubscription[] {
    return [...new Set([...judgments].flatMap((name) => this.byJudgment.get(name) ?? []))];
  }
}

/** The subscriptions whose demand a document meets. An answer changes nothing that a demand names. */
export function demandMetBy(
  subscriptions: readonly CompiledSubscription[],
  document: { id: string } & DocumentContent,
): CompiledSubscription[] {
  const has = keysOf(document.id, document);
  return subscriptions.filter(({ demand }) => meetsDemand(demand, has));
}

function add<T>(to: Map<string, T[]>, key: string, value: T): void {
  const known = to.get(key);
  if (known) known.push(value);
  else to.set(key, [value]);
}
