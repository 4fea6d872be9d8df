import { countTokens } from '@app/context';
import { JudgmentSnapshot } from '@app/contracts/documents';
import { JudgmentChangedFact } from '@app/contracts/judgments';
import {
  Definition,
  Freshness,
  declaredOptions,
  durationMs,
  edgesOf,
  isDefaultAlternatives,
  isDefaultQueue,
  optionsFrom,
  reads,
} from '@app/definition';
import { parseRelationWhere } from '@app/filter';
import { longestQuestion } from '../../question/question';
import { Judgment, Override, overriddenBy, pathsOf, storedActive } from './judgment';

/** The fact of a changed judgment: the snapshot for documents, and the settings of calibration. */
export function changedFact(judgment: Judgment): JudgmentChangedFact {
  return { column: { ...toSnapshot(judgment), ...contextOf(judgment) }, ...settingsOf(judgment) };
}

/** The fact of a changed override. */
export function changedOverrideFact(judgment: Judgment, override: Override): JudgmentChangedFact {
  return { column: toOverrideSnapshot(judgment, override), ...settingsOf(judgment) };
}

function settingsOf({ outcomes, alternatives, queue }: Judgment): Omit<JudgmentChangedFact, 'column'> {
  return {
    outcomes,
    ...(isDefaultAlternatives(alternatives) ? {} : { alternatives }),
    ...(isDefaultQueue(queue) ? {} : { queue }),
  };
}

function toSnapshot(judgment: Judgment): JudgmentSnapshot {
  const { definition } = judgment;
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
    ...freshnessOf(judgment.freshness),
    applies_to: definition.applies_to ?? null,
    ...readPathsOf(judgment),
    thresholds: judgment.thresholds,
    levels: definition.type === 'score' ? definition.levels.map(({ value }) => value) : null,
    ...optionsOf(definition),
    ...namesOf(definition),
    ...edgesIn(definition),
    engine: { ...definition.engine },
    outcome_rules: judgment.outcomes.rule ?? null,
    horizon_ms: durationMs(definition.horizon) ?? 0,
    archived: judgment.archived,
  };
}

/** The namespace's own settings and nothing of the template's. An override that sets nothing is archived. */
function toOverrideSnapshot(judgment: Judgment, override: Override): JudgmentSnapshot {
  const overrides = overriddenBy(override);
  const freshness = override.freshness ?? judgment.freshness;
  return {
    ...toSnapshot({ ...judgment, freshness }),
    edges: [],
    scope: override.scope,
    kind: 'override',
    overrides,
    revision: override.revision,
    thresholds: override.thresholds,
    applies_to: null,
    read_paths: [],
    earlier_paths: [],
    levels: null,
    options: null,
    outcome_rules: null,
    archived: overrides.length === 0,
  };
}

/** Left out for a definition without relations to other documents. */
function edgesIn(definition: Definition): Pick<JudgmentSnapshot, 'edges' | 'reads'> {
  const edges = edgesOf(definition, parseRelationWhere);
  const read = reads(definition, parseRelationWhere);
  return { ...(edges.length > 0 && { edges }), ...(read.length > 0 && { reads: read }) };
}

/** Null for a choice among related documents, whose options are any documents. */
function optionsOf(definition: Definition): Pick<JudgmentSnapshot, 'options' | 'any_option'> {
  if (optionsFrom(definition)) return { options: null, any_option: true };
  return { options: definition.type === 'choice' ? declaredOptions(definition).map(({ value }) => value) : null };
}

/** Names of features and parts; left out for a definition without. */
function namesOf(definition: Definition): Pick<JudgmentSnapshot, 'features' | 'parts'> {
  if (definition.type !== 'bool') return {};
  const { features, parts } = definition;
  return {
    ...(features && { features: features.map(({ name }) => name) }),
    ...(parts && { parts: parts.map(({ name }) => name) }),
  };
}

/**
 * What compiles to the context of its answers; left out where they depend on more than that, or where time alone or any
 * change of the document makes another context.
 */
function contextOf({ definition, format }: Judgment): Pick<JudgmentSnapshot, 'context'> {
  if (definition.type === 'bool' && (definition.features ?? definition.parts)) return {};
  const { fields, last_n, max_tokens, ...others } = definition.context;
  if (Object.values(others).some((value) => value !== undefined) || fields.includes('updated_at')) return {};
  const recipe = { fields, ...(last_n && { last_n }), ...(max_tokens !== undefined && { max_tokens }) };
  return { context: { recipe, question_tokens: countTokens(longestQuestion(definition)), format } };
}

function readPathsOf({ definition, earlierPaths }: Judgment): Pick<JudgmentSnapshot, 'read_paths' | 'earlier_paths'> {
  const paths = new Set(pathsOf(definition));
  return { read_paths: [...paths].sort(), earlier_paths: earlierPaths.filter((path) => !paths.has(path)).sort() };
}

function freshnessOf(
  freshness: Freshness,
): Pick<JudgmentSnapshot, 'policy' | 'debounce_ms' | 'max_wait_ms' | 'interval_ms' | 'fanout'> {
  return {
    policy: freshness.policy,
    debounce_ms: freshness.debounce_ms,
    max_wait_ms: freshness.max_wait_ms,
    interval_ms: freshness.interval === null ? null : (durationMs(freshness.interval) ?? null),
    ...(freshness.fanout && { fanout: freshness.fanout }),
  };
}
