import type { Warning } from '@app/contracts';
import type { EngineSource } from '@app/contracts/engines';
import { Definition, Freshness, Thresholds, canGather, canSpread, readPaths } from '@app/definition';
import { parseRelationWhere } from '@app/filter';
import type { Judgment } from '../judgment/definition/judgment';

/** A share of cut contexts in the sample from which a create warns. */
const oftenTruncated = 0.1;
/** Paths that never change after a document was created. */
const fixedPaths = ['id', 'created_at'];

export interface Warned {
  definition: Definition;
  freshness: Freshness;
  thresholds: Thresholds;
  /** Probability step of the engine. */
  probabilityStep: number | null;
  /** Source of the engine; null when it is not known. */
  source: EngineSource | null;
  truncatedShare: number;
  /** Fields that no sampled document has. */
  absentFields?: readonly string[];
  /** The judgment under the name so far. */
  present: Pick<Judgment, 'definition' | 'thresholds'> | null;
}

/** Warnings about what is allowed but probably not meant. */
export function warningsOf(warned: Warned): Warning[] {
  const { definition, freshness, thresholds, probabilityStep, truncatedShare } = warned;
  const warnings: Warning[] = [...recipeWarnings(warned), ...thresholdWarnings(warned), ...engineWarnings(warned)];
  if (truncatedShare > oftenTruncated) {
    warnings.push({
      code: 'context_often_truncated',
      path: '/context',
      message: `${Math.round(truncatedShare * 100)} % of sampled documents do not fit; select fewer fields or raise \`max_tokens\`.`,
    });
  }
  if (probabilityStep !== null) {
    for (const [name, threshold] of Object.entries(thresholds)) {
      if (typeof threshold !== 'number' || isOnGrid(threshold, probabilityStep)) continue;
      warnings.push({
        code: 'threshold_off_grid',
        path: `/thresholds/${name}`,
        message: `The engine answers in steps of ${probabilityStep}; ${threshold} acts as the next step.`,
      });
    }
  }
  const isFixed = readPaths(definition, [], parseRelationWhere).every((path) => fixedPaths.includes(path));
  const isFollowing = canGather(definition) || canSpread(definition);
  if (freshness.policy === 'on_change' && isFixed && !isFollowing) {
    warnings.push({
      code: 'policy_never_fires',
      path: '/freshness/policy',
      message:
        'Nothing that the context reads ever changes, so each document is judged once; read a field that changes.',
    });
  }
  return warnings;
}

function isOnGrid(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** Answers that nobody should take for those of a model. */
function engineWarnings({ definition: { engine }, source }: Warned): Warning[] {
  if (source !== 'built_in') return [];
  return [
    {
      code: 'built_in_engine',
      path: '/engine',
      message: `No model is configured for \`${engine.name}\`: the built-in engine answers. It compares words and understands nothing; configure a model before you rely on its answers.`,
    },
  ];
}

/** Parts of a recipe that select nothing. */
function recipeWarnings({ definition: { context }, absentFields = [] }: Warned): Warning[] {
  const { fields, last_n = {}, window = {} } = context;
  const cuts = [
    ...Object.keys(last_n).map((path) => ['last_n', path]),
    ...Object.keys(window).map((path) => ['window', path]),
  ];
  const unselected = cuts.filter(([, path]) => !fields.some((field) => isWithin(path, field) || isWithin(field, path)));
  return [
    ...unselected.map(([member, path]) => ({
      code: 'array_not_selected',
      path: `/context/${member}/${pointerKey(path)}`,
      message: `\`${path}\` is in none of \`fields\`, so this selects nothing; add the field or leave it out.`,
    })),
    ...absentFields.map((field) => ({
      code: 'field_not_found',
      path: `/context/fields/${fields.indexOf(field)}`,
      message: `No sampled document has \`${field}\`; check its path.`,
    })),
  ];
}

/** Thresholds that never change their answer, or that an answer of the new type does not have. */
function thresholdWarnings({ definition, thresholds, present }: Warned): Warning[] {
  const warnings: Warning[] = [];
  for (const [name, threshold] of Object.entries(thresholds)) {
    if (definition.type !== 'score' || typeof threshold === 'number' || !('field' in threshold)) continue;
    const values = definition.levels.map(({ value }) => value);
    const [least, most] = threshold.field === 'score' ? [values[0], values[values.length - 1]] : [0, 1];
    const bound = threshold.gte ?? threshold.lte ?? least;
    if (bound >= least && bound <= most) continue;
    warnings.push({
      code: 'threshold_out_of_range',
      path: `/thresholds/${pointerKey(name)}`,
      message: `\`${threshold.field}\` lies between ${least} and ${most}, so this threshold says the same of every answer.`,
    });
  }
  const names = Object.keys(present?.thresholds ?? {});
  if (present && present.definition.type !== definition.type && names.length > 0) {
    const list = names.map((name) => `\`${name}\``).join(', ');
    warnings.push({
      code: 'thresholds_of_another_type',
      path: '/type',
      message: `The thresholds ${list} are of a ${present.definition.type}; change them by PATCH, or answers list them as missing.`,
    });
  }
  return warnings;
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}.`);
}

/** A key as a part of a JSON pointer. */
function pointerKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
