import type { Warning } from '@app/contracts';
import { under } from '@app/definition';
import { Warned } from './warned';

/** Thresholds that never change their answer, that no answer can meet exactly, or that an answer of the new type does not have. */
export function thresholdWarnings(warned: Warned): Warning[] {
  return [...rangeWarnings(warned), ...typeWarnings(warned), ...gridWarnings(warned)];
}

function rangeWarnings({ definition, thresholds }: Warned): Warning[] {
  const warnings: Warning[] = [];
  for (const [name, threshold] of Object.entries(thresholds)) {
    if (definition.type !== 'score' || typeof threshold === 'number' || !('field' in threshold)) continue;
    const values = definition.levels.map(({ value }) => value);
    const [least, most] = threshold.field === 'score' ? [values[0], values[values.length - 1]] : [0, 1];
    const bound = threshold.gte ?? threshold.lte ?? least;
    if (bound >= least && bound <= most) continue;
    warnings.push({
      code: 'threshold_out_of_range',
      path: under('/thresholds', name),
      message: `\`${threshold.field}\` lies between ${least} and ${most}, so this threshold says the same of every answer.`,
    });
  }
  return warnings;
}

function typeWarnings({ definition, present }: Warned): Warning[] {
  const names = Object.keys(present?.thresholds ?? {});
  if (!present || present.definition.type === definition.type || names.length === 0) return [];
  const list = names.map((name) => `\`${name}\``).join(', ');
  const message = `The thresholds ${list} are of a ${present.definition.type}; change them by PATCH, or answers list them as missing.`;
  return [{ code: 'thresholds_of_another_type', path: '/type', message }];
}

function gridWarnings({ thresholds, probabilityStep }: Warned): Warning[] {
  if (probabilityStep === null) return [];
  return Object.entries(thresholds).flatMap(([name, threshold]) => {
    if (typeof threshold !== 'number' || isOnGrid(threshold, probabilityStep)) return [];
    const message = `The engine answers in steps of ${probabilityStep}; ${threshold} acts as the next step.`;
    return [{ code: 'threshold_off_grid', path: under('/thresholds', name), message }];
  });
}

function isOnGrid(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}
