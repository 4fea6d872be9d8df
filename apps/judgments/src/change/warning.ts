import type { Warning } from '@app/contracts';
import { Definition, Freshness, Thresholds, readPaths } from '@app/definition';

/** A share of cut contexts in the sample from which a create warns. */
const oftenTruncated = 0.1;
/** Paths that never change after a document was created. */
const fixedPaths = ['id', 'created_at'];

export interface Warned {
  definition: Definition;
  freshness: Freshness;
  thresholds: Thresholds;
  /** Of the engine. */
  probabilityStep: number | null;
  truncatedShare: number;
}

/** Warnings about what is allowed but probably not meant. */
export function warningsOf({ definition, freshness, thresholds, probabilityStep, truncatedShare }: Warned): Warning[] {
  const warnings: Warning[] = [];
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
  const isFixed = readPaths(definition).every((path) => fixedPaths.includes(path));
  if (freshness.policy === 'on_change' && isFixed) {
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
