import type { JudgmentRef } from '@app/contracts';
import { parseAppliesTo, parseRelationWhere } from '@app/filter';
import {
  AlternativesSetting,
  CopiedVersion,
  Definition,
  Freshness,
  OutcomeSetting,
  QueueSetting,
  Thresholds,
  isTemplate,
  readPaths,
  storedVersion,
} from '@app/definition';

/** Read paths of earlier versions that a judgment keeps; older ones are forgotten. */
const maxEarlierPaths = 1_024;

/** A namespace or a template prefix of an organization. */
export type ScopeRef = Pick<JudgmentRef, 'organization' | 'scope'>;

/** A judgment with its active version: a change decides on it and judging reads it. */
export interface Judgment {
  /** Keys its answers, heads and outcomes. A detached copy keeps its template's id. */
  id: string;
  /** Key of its row and its versions; differs from `id` in a detached copy only. */
  rowId: string;
  organization: string;
  /** A namespace, or a template prefix. */
  scope: string;
  name: string;
  /** The number that people read; answers are stored under `storedActive`. */
  activeVersion: number;
  /** Set in a copy that the namespace detached from a template, else null. */
  copied: CopiedVersion | null;
  /** The greatest version that this name ever had on the scope; a deletion does not reset it. */
  lastVersion: number;
  freshness: Freshness;
  thresholds: Thresholds;
  outcomes: OutcomeSetting;
  alternatives: AlternativesSetting;
  queue: QueueSetting;
  revision: number;
  archived: boolean;
  definition: Definition;
  /** What versions read that were active before. A change there invalidates their answers, which may be reinstated. */
  earlierPaths: string[];
  /** The active version may have answers from before it became active: pre-judged, or from an earlier activation. */
  hasEarlierAnswers: boolean;
  /** Rendering format of the active version's contexts. */
  format: 1;
}

/** A version as its row has it. */
export interface StoredVersion {
  version: number;
  definition: Definition;
  render_format: 1;
  answered: boolean;
}

/** A version that a change makes active. */
export type ToActivate = Pick<Judgment, 'definition' | 'hasEarlierAnswers'> & { version: number };

/** A namespace's own settings of a judgment that it inherits; null follows the template. */
export interface Override {
  judgmentId: string;
  scope: string;
  thresholds: Thresholds | null;
  freshness: Freshness | null;
  revision: number;
}

/** A judgment with the settings that hold in one namespace. */
export interface EffectiveJudgment extends Judgment {
  /** The template prefix that the namespace inherits it from, or null. */
  template: string | null;
  overrides: string[];
}

/** The number under which answers of the active version are stored. */
export function storedActive({ copied, activeVersion }: Pick<Judgment, 'copied' | 'activeVersion'>): number {
  return storedVersion(copied, activeVersion);
}

/** A judgment with another version active. What the version before reads goes on invalidating its answers. */
export function withActive(judgment: Judgment, { version, definition, hasEarlierAnswers }: ToActivate): Judgment {
  const paths = new Set([...pathsOf(judgment.definition), ...judgment.earlierPaths]);
  const earlierPaths = [...paths].slice(0, maxEarlierPaths);
  return { ...judgment, activeVersion: version, definition, hasEarlierAnswers, earlierPaths };
}

/** A judgment as if one of its versions were active, to judge that version; nothing is stored. */
export function asVersion<J extends Judgment>(judgment: J, row: StoredVersion): J {
  const { version, definition, render_format: format, answered: hasEarlierAnswers } = row;
  return { ...judgment, activeVersion: version, definition, format, hasEarlierAnswers };
}

/** The paths that a definition reads, those of `applies_to` included. */
export function pathsOf(definition: Definition): string[] {
  const appliesTo = definition.applies_to ?? null;
  return readPaths(definition, appliesTo ? parseAppliesTo(appliesTo, '/applies_to') : [], parseRelationWhere);
}

/** The names of the settings that an override sets. */
export function overriddenBy({ thresholds, freshness }: Pick<Override, 'thresholds' | 'freshness'>): string[] {
  return [...(thresholds ? ['thresholds'] : []), ...(freshness ? ['freshness'] : [])];
}

/** A judgment in a namespace: with its template's settings, or the namespace's own where it overrides them. */
export function inForce(judgment: Judgment, namespace: string, override?: Override): EffectiveJudgment {
  const inherited = isTemplate(judgment.scope) && judgment.scope !== namespace;
  const { thresholds = null, freshness = null } = inherited ? (override ?? {}) : {};
  return {
    ...judgment,
    thresholds: thresholds ?? judgment.thresholds,
    freshness: freshness ?? judgment.freshness,
    template: inherited ? judgment.scope : null,
    overrides: overriddenBy({ thresholds, freshness }),
  };
}
