import type { OutcomeRule } from '@app/definition';
import { filterPaths, matches, parseFilter } from '@app/filter';
import type { Filter, Subject } from '@app/filter';
import { StoredDocument, subjectOf } from '../document/document';
import { Draft } from '../document/operations';
import { compileTouchIndex } from '../staleness/invalidation-index';
import type { Touches } from '../staleness/invalidation-index';

/** What a rule tells of a document. */
export type Told = Pick<OutcomeRule, 'value' | 'escape'>;

/** A judgment's rules, ready to be held against documents. */
interface CompiledRules {
  judgmentId: string;
  rules: { told: Told; filter: Filter }[];
  readPaths: string[];
}

/** What a write made true, once for each judgment and outcome. */
export interface Match {
  judgmentId: string;
  told: Told;
  documents: string[];
}

/**
 * Rules of outcomes by the paths that they read: a write costs only those judgments whose rules it may decide. Rules of
 * one judgment stand in order, and the first that holds decides.
 */
export class OutcomeRuleIndex {
  private readonly judgments: CompiledRules[];
  private touches: Touches | undefined;

  constructor(judgments: readonly { judgmentId: string; outcomeRules: readonly OutcomeRule[] }[]) {
    this.judgments = judgments
      .filter(({ outcomeRules }) => outcomeRules.length > 0)
      .map(({ judgmentId, outcomeRules }) => {
        const rules = outcomeRules.map(({ when, ...told }) => ({ told, filter: parsed(when) }));
        return { judgmentId, rules, readPaths: [...new Set(rules.flatMap(({ filter }) => filterPaths(filter)))] };
      });
  }

  get isEmpty(): boolean {
    return this.judgments.length === 0;
  }

  /** The rules that documents meet after a write and did not before it. What stops holding tells nothing. */
  madeTrue(drafts: readonly Draft[], nowMs: number): Match[] {
    if (this.isEmpty) return [];
    this.touches ??= compileTouchIndex(this.judgments);
    const found = new Map<string, Match>();
    for (const { id, before, after, skipped } of drafts) {
      if (after === null || skipped) continue;
      for (const index of this.touches(before, after)) {
        const { judgmentId, rules } = this.judgments[index];
        const place = decisive(rules, { ...after, id, created_at: '', updated_at: '' }, nowMs);
        if (place === -1 || (before !== null && decisive(rules, before, nowMs) === place)) continue;
        const key = `${judgmentId} ${place}`;
        const match = found.get(key) ?? { judgmentId, told: rules[place].told, documents: [] };
        match.documents.push(id);
        found.set(key, match);
      }
    }
    return [...found.values()];
  }
}

/** Place of the first rule that holds; -1 when none does. */
function decisive(rules: CompiledRules['rules'], document: RuleSubject, nowMs: number): number {
  const subject: Subject = subjectOf(document);
  return rules.findIndex(({ filter }) => matches(filter, subject, nowMs));
}

type RuleSubject = Pick<StoredDocument, 'id' | 'attributes' | 'state' | 'created_at' | 'updated_at'>;

/** Checked when it was set; parsed again as it was sent. */
function parsed(when: unknown): Filter {
  return parseFilter(when, { pointer: '', allow: { answers: false, within: false } });
}
