import { effectiveSnapshots, shadowedSnapshots } from '@app/definition';
import type { DocumentContent } from '@app/definition';
import { filterPaths, parseFilter, matches } from '@app/filter';
import type { Filter, JudgmentShape, Subject } from '@app/filter';
import { KnownFit } from '../answer/calibrated';
import { OutcomeRuleIndex } from '../outcome-rule/outcome-rule';
import { Touches, compileTouchIndex } from '../staleness/invalidation-index';
import { SubscriptionIndex, effectiveSubscriptions } from '../subscription-index/subscription-index';
import { JudgmentInForce, KnownColumn } from './known-judgment';
import { EngineCopy, OrganizationCopies } from './snapshot.store';

/** What is in force in one namespace, as of one revision of the organization and of the engines. */
export class InForce {
  readonly judgments: JudgmentInForce[];
  private readonly byName = new Map<string, JudgmentInForce>();
  private readonly byId = new Map<string, JudgmentInForce>();
  private readonly touches: Touches;
  private readonly shadowed: readonly KnownColumn[];
  private readonly shadowTouches: Touches;
  private readonly left: readonly KnownColumn[];
  private readonly leftTouches: Touches;
  private readonly copies: OrganizationCopies;
  private readonly openCircuits: Set<string>;
  private readonly fits = new Map<string, KnownFit[]>();
  private index: SubscriptionIndex | undefined;
  private rules: OutcomeRuleIndex | undefined;

  constructor(
    readonly namespace: string,
    copies: OrganizationCopies,
    engines: readonly EngineCopy[],
  ) {
    this.copies = copies;
    this.judgments = effectiveSnapshots(copies.columns, namespace, copies.overrides).map((column) => ({
      ...column,
      appliesToFilter: appliesTo(column.appliesTo),
    }));
    for (const judgment of this.judgments) {
      this.byName.set(judgment.name, judgment);
      this.byId.set(judgment.judgmentId, judgment);
    }
    for (const { judgmentId, copied } of this.judgments) {
      const own = copies.fits.filter((fit) => fit.judgmentId === judgmentId && (copied || fit.scope === ''));
      if (own.length > 0) this.fits.set(judgmentId, narrowest(own));
    }
    this.touches = compileTouchIndex(this.judgments);
    this.shadowed = shadowedSnapshots(copies.columns, namespace);
    this.shadowTouches = compileTouchIndex(this.shadowed);
    this.left = [...this.judgments, ...this.shadowed].filter(({ earlierPaths }) => earlierPaths.length > 0);
    this.leftTouches = compileTouchIndex(this.left.map(({ earlierPaths }) => ({ readPaths: earlierPaths })));
    this.openCircuits = new Set(
      engines.filter(({ circuit_open }) => circuit_open).map(({ name, version }) => `${name} ${version}`),
    );
  }

  get revision(): number {
    return this.copies.revision;
  }

  judgment(name: string): JudgmentInForce | undefined {
    return this.byName.get(name);
  }

  judgmentById(id: string): JudgmentInForce | undefined {
    return this.byId.get(id);
  }

  /** What a filter may name: the port of `parseFilter`. */
  readonly shapeOf = (name: string): JudgmentShape | undefined => {
    const judgment = this.byName.get(name);
    return (
      judgment && {
        type: judgment.type,
        thresholds: Object.keys(judgment.thresholds),
        options: judgment.options,
        levels: judgment.levels,
      }
    );
  };

  /** Fits of a judgment, one at most of each version and epoch; a detached copy's own come before the template's. */
  fitsOf(judgment: JudgmentInForce): readonly KnownFit[] {
    return this.fits.get(judgment.judgmentId) ?? [];
  }

  circuitOpen(judgment: JudgmentInForce): boolean {
    return this.openCircuits.has(`${judgment.engine.name} ${judgment.engine.version}`);
  }

  deferred(judgment: JudgmentInForce): boolean {
    return this.copies.deferred.has(`${this.namespace} ${judgment.judgmentId}`);
  }

  applies(judgment: JudgmentInForce, subject: Subject, nowMs: number): boolean {
    return judgment.appliesToFilter === null || matches(judgment.appliesToFilter, subject, nowMs);
  }

  /** Indexes into `judgments` of those that read what differs. */
  touched(before: DocumentContent | null, after: DocumentContent): number[] {
    return this.judgments.length === 0 ? [] : this.touches(before, after);
  }

  /** Ids of judgments under more specific ones of their name: their answers come back when those go. */
  touchedShadows(before: DocumentContent, after: DocumentContent): string[] {
    if (this.shadowed.length === 0) return [];
    return this.shadowTouches(before, after).map((index) => this.shadowed[index].judgmentId);
  }

  /** Judgments of which an earlier version read what differs, with their active version: its own answers stay. */
  touchedEarlier(before: DocumentContent, after: DocumentContent): [string, number][] {
    if (this.left.length === 0) return [];
    return this.leftTouches(before, after).map((index) => [
      this.left[index].judgmentId,
      this.left[index].activeVersion,
    ]);
  }

  private readonly appliesToPaths = (name: string): string[] => {
    const filter = this.byName.get(name)?.appliesToFilter ?? null;
    return filter === null ? [] : filterPaths(filter);
  };

  /** Rules of outcomes of the judgments in force. */
  get outcomeRules(): OutcomeRuleIndex {
    this.rules ??= new OutcomeRuleIndex(this.judgments);
    return this.rules;
  }

  /** The namespace's own subscriptions and those that it inherits. */
  get subscriptions(): SubscriptionIndex {
    this.index ??= new SubscriptionIndex(
      effectiveSubscriptions(this.copies.subscriptions, this.namespace),
      this.appliesToPaths,
    );
    return this.index;
  }
}

function appliesTo(json: unknown): Filter | null {
  return json === null ? null : parseFilter(json, { pointer: '', allow: { answers: false, within: false } });
}

/** One fit of each version and epoch, a namespace's own before the one of all. */
function narrowest(fits: readonly KnownFit[]): KnownFit[] {
  const byKey = new Map<string, KnownFit>();
  for (const fit of fits) {
    const key = `${fit.version} ${fit.engineVersion}`;
    if (fit.scope !== '' || !byKey.has(key)) byKey.set(key, fit);
  }
  return [...byKey.values()];
}
