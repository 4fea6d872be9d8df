import { parseAppliesTo } from '@app/filter';
import { JudgmentSnapshot } from '@app/contracts';
import {
  CopiedVersion,
  Definition,
  Freshness,
  OutcomeSetting,
  Thresholds,
  durationMs,
  isTemplate,
  readPaths,
  storedVersion,
} from '@app/definition';

/** Paths of earlier versions beyond this are forgotten, the oldest first. */
const maxEarlierPaths = 1_024;

/** A judgment with its active version: what a change decides on and what judging reads. */
export interface Judgment {
  /** What its answers, heads and outcomes go by; a detached copy goes by its template's. */
  id: string;
  /** The row that has its versions: another than `id` in a detached copy only. */
  row: string;
  organization: string;
  /** A namespace, or a template prefix. */
  scope: string;
  name: string;
  /** As people read it; `storedActive` stands with the answers. */
  activeVersion: number;
  /** Of a copy that the namespace detached from a template, else null. */
  copied: CopiedVersion | null;
  /** The greatest version ever given to this name; versions go on counting after a deletion. */
  lastVersion: number;
  freshness: Freshness;
  thresholds: Thresholds;
  outcomes: OutcomeSetting;
  revision: number;
  archived: boolean;
  definition: Definition;
  /** What versions read that were active before: changes there touch their answers, which come back with them. */
  earlierPaths: string[];
  /** Answers of the active version may stand from before it became active: made ahead, or when it was active last. */
  isAnswered: boolean;
  /** Rendering format of the active version's contexts. */
  format: 1;
}

/** A version as it is kept. */
export interface StoredVersion {
  version: number;
  definition: Definition;
  render_format: 1;
  answered: boolean;
}

/** A version that is to be active. */
export type ToActivate = Pick<Judgment, 'definition' | 'isAnswered'> & { version: number };

/** A namespace's own settings of a judgment that it inherits; null follows the template. */
export interface Override {
  judgmentId: string;
  scope: string;
  thresholds: Thresholds | null;
  freshness: Freshness | null;
  revision: number;
}

/** A judgment as it holds in one namespace. */
export interface EffectiveJudgment extends Judgment {
  /** The template prefix it is inherited from, or null. */
  template: string | null;
  overrides: string[];
}

/** The number of the active version that stands with its answers. */
export function storedActive({ copied, activeVersion }: Judgment): number {
  return storedVersion(copied, activeVersion);
}

/** A judgment with another version active; changes of what the one before reads go on touching its answers. */
export function withActive(judgment: Judgment, { version, definition, isAnswered }: ToActivate): Judgment {
  const paths = new Set([...pathsOf(judgment.definition), ...judgment.earlierPaths]);
  const earlierPaths = [...paths].slice(0, maxEarlierPaths);
  return { ...judgment, activeVersion: version, definition, isAnswered, earlierPaths };
}

/** A judgment as one of its versions has it, for judging that version: nothing is changed by it. */
export function asVersion(
  judgment: Judgment,
  { version, definition, render_format, answered }: StoredVersion,
): Judgment {
  return { ...judgment, activeVersion: version, definition, format: render_format, isAnswered: answered };
}

function pathsOf(definition: Definition): string[] {
  const appliesTo = definition.applies_to ?? null;
  return readPaths(definition, appliesTo ? parseAppliesTo(appliesTo, '/applies_to') : []);
}

/** What documents copies of a judgment. */
export function toColumn(judgment: Judgment): JudgmentSnapshot {
  const { definition, freshness } = judgment;
  const appliesTo = definition.applies_to ?? null;
  return {
    judgment_id: judgment.id,
    organization: judgment.organization,
    scope: judgment.scope,
    name: judgment.name,
    kind: 'judgment',
    revision: judgment.revision,
    active_version: storedActive(judgment),
    ...(judgment.copied && { copied: judgment.copied }),
    type: definition.type,
    ...timesOf(freshness),
    applies_to: appliesTo,
    ...readOf(judgment),
    thresholds: judgment.thresholds,
    levels: definition.type === 'score' ? definition.levels.map(({ value }) => value) : null,
    options: definition.type === 'choice' ? definition.options.map(({ value }) => value) : null,
    engine: { ...definition.engine },
    outcome_rules: judgment.outcomes.rule ?? null,
    horizon_ms: durationMs(definition.horizon) ?? 0,
    archived: judgment.archived,
  };
}

function readOf({ definition, earlierPaths }: Judgment): Pick<JudgmentSnapshot, 'read_paths' | 'earlier_paths'> {
  const paths = new Set(pathsOf(definition));
  return { read_paths: [...paths].sort(), earlier_paths: earlierPaths.filter((path) => !paths.has(path)).sort() };
}

function timesOf(
  freshness: Freshness,
): Pick<JudgmentSnapshot, 'policy' | 'debounce_ms' | 'max_wait_ms' | 'interval_ms'> {
  return {
    policy: freshness.policy,
    debounce_ms: freshness.debounce_ms,
    max_wait_ms: freshness.max_wait_ms,
    interval_ms: freshness.interval === null ? null : (durationMs(freshness.interval) ?? null),
  };
}

/** What documents copies of a namespace's override: the settings that are its own, and nothing that is the template's. */
export function toOverrideColumn(judgment: Judgment, override: Override): JudgmentSnapshot {
  return {
    ...toColumn(judgment),
    ...timesOf(override.freshness ?? judgment.freshness),
    scope: override.scope,
    kind: 'override',
    overrides: overriddenBy(override),
    revision: override.revision,
    thresholds: override.thresholds,
    applies_to: null,
    read_paths: [],
    earlier_paths: [],
    levels: null,
    options: null,
    outcome_rules: null,
    archived: overriddenBy(override).length === 0,
  };
}

function overriddenBy({ thresholds, freshness }: Pick<Override, 'thresholds' | 'freshness'>): string[] {
  return [...(thresholds ? ['thresholds'] : []), ...(freshness ? ['freshness'] : [])];
}

/** A judgment as a namespace has it: its template's settings, or its own where it overrides them. */
export function inForce(judgment: Judgment, namespace: string, override: Override | undefined): EffectiveJudgment {
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
