import type { CalibrationReport } from '@app/contracts/calibration';

/**
 * The rule by which figures are counted now. By rule 1 each label counted once in most figures; by rule 2 labels stand for all
 * answers, and documents are the unit. Figures that are stored with a fit keep the rule of their time.
 * @see docs/decisions/0214-one-weight-rule-documents-are-the-unit.md
 */
export const figureRule = 2;

/** The rule of stored figures; those from before it was stored are of rule 1. */
export function ruleOf({ rule }: Pick<CalibrationReport, 'rule'>): number {
  return rule ?? 1;
}
