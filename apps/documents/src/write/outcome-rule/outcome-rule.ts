import type { OutcomeRule } from '@app/definition';
import { filterPaths, matches, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { subjectOf } from '../../document/document';
import { Draft } from '../../document/draft';
import { InForce, derivedOnce } from '../../namespace/snapshot/in-force';
import { InvalidationIndex, compileInvalidationIndex } from '../../answer/staleness/invalidation-index';

/** The outcome that a rule gives a document. */
export type RuleOutcome = Pick<OutcomeRule, 'value' | 'escape'>;

/** A judgment's rules with their filters parsed, in order: the first that holds decides. */
interface CompiledRules {
  judgmentId: string;
  rules: { outcome: RuleOutcome; filter: Filter }[];
  readPaths: string[];
}

/** The documents that a write gives an outcome, once for each judgment and outcome. */
export interface RuleMatch {
  judgmentId: string;
  outcome: RuleOutcome;
  documents: string[];
}

/** The outcome rules in force in a namespace. */
export const outcomeRulesOf = derivedOnce(({ judgments }: InForce) => new OutcomeRuleIndex(judgments));

/** Outcome rules by the paths that they read: a write costs only the judgments whose rules it may decide. */
export class OutcomeRuleIndex {
  private readonly judgments: CompiledRules[];
  private index: InvalidationIndex | undefined;

  constructor(judgments: readonly { judgmentId: string; outcomeRules: readonly OutcomeRule[] }[]) {
    this.judgments = judgments
      .filter(({ outcomeRules }) => outcomeRules.length > 0)
      .map(({ judgmentId, outcomeRules }) => {
        const rules = outcomeRules.map(({ when, ...outcome }) => ({ outcome, filter: parsed(when) }));
        return { judgmentId, rules, readPaths: [...new Set(rules.flatMap(({ filter }) => filterPaths(filter)))] };
      });
  }

  get isEmpty(): boolean {
    return this.judgments.length === 0;
  }

  /** The rules that decide documents after a write and did not before it. A rule that stops holding gives no outcome. */
  madeTrue(drafts: readonly Draft[], nowMs: number): RuleMatch[] {
    if (this.isEmpty) return [];
    this.index ??= compileInvalidationIndex(this.judgments);
    const found = new Map<string, RuleMatch>();
    for (const { id, before, after, skipped } of drafts) {
      if (after === null || skipped) continue;
      for (const index of this.index(before, after)) {
        const { judgmentId, rules } = this.judgments[index];
        const decisive = decisiveRule(rules, { ...after, id, created_at: '', updated_at: '' }, nowMs);
        if (decisive === -1 || (before !== null && decisiveRule(rules, before, nowMs) === decisive)) continue;
        const key = `${judgmentId} ${decisive}`;
        const match = found.get(key) ?? { judgmentId, outcome: rules[decisive].outcome, documents: [] };
        match.documents.push(id);
        found.set(key, match);
      }
    }
    return [...found.values()];
  }
}

/** Index of the first rule that holds for a document; -1 when none does. */
function decisiveRule(rules: CompiledRules['rules'], document: Parameters<typeof subjectOf>[0], nowMs: number): number {
  const subject = subjectOf(document);
  return rules.findIndex(({ filter }) => matches(filter, subject, nowMs));
}

/** Judgments checked the filter when the rule was set. */
function parsed(when: unknown): Filter {
  return parseFilter(when, { pointer: '', allow: { answers: false, within: false } });
}
