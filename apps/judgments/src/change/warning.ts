import type { Warning } from '@app/contracts';
import { Definition, Freshness, Thresholds, readPaths } from '@app/definition';

const oftenTruncated = 0.1;
/** Paths that never change after a document was made. */
const fixedPaths = ['id', 'created_at'];

/** What is allowed and probably not meant. */
export function warningsOf(input: {
  definition: Definition;
  freshness: Freshness;
  thresholds: Thresholds;
  probabilityStep: number | null;
  truncatedShare: number;
}): Warning[] {
  const { definition, freshness, thresholds, probabilityStep, truncatedShare } = input;
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
        message: `The engine answers in steps of ${probabilityStep}; ${threshold} reads as the next step.`,
      });
    }
  }
  const isFixed = readPaths(definition).every((path) => fixedPaths.includes(path));
  if (freshness.policy === 'on_change' && isFixed) {
    warnings.push({
      code: 'policy_never_fires',
      path: '/freshness/policy',
      message: 'Nothing that the context reads ever changes: each document is judged once.',
    });
  }
  return warnings;
}

function isOnGrid(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}
