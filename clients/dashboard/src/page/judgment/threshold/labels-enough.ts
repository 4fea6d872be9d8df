import { minLabelsToRecommend } from '@app/report';
import type { Schema } from '@app/sdk/client';

/** Why labels cannot tell what a threshold reaches; null when they can. */
export function missingLabels(report: Schema<'CalibrationReport'>, on: string, side: 'gte' | 'lte'): string | null {
  if (side === 'lte' || !(on === 'p' || on === 'score' || on.startsWith('dist.'))) {
    return 'Labels cannot be compared with this value, so only the volume is shown.';
  }
  const { used } = report.labels;
  if (used < minLabelsToRecommend) {
    return `Precision and recall need ${minLabelsToRecommend} labels; there are ${used}: ${minLabelsToRecommend - used} to go.`;
  }
  const share = positiveShare(report, on);
  if (share === null || (share > 0 && share < 1)) return null;
  return share === 0
    ? `None of the ${used} labels is positive: label some positive answers.`
    : `All ${used} labels are positive: label some negative answers.`;
}

/** The share of labels that such a threshold should flag; null where the report does not say. */
function positiveShare({ base_rate: base, classes }: Schema<'CalibrationReport'>, on: string): number | null {
  if (on === 'p') return base;
  const highest = on === 'score' ? classes.at(-1) : classes.find(({ value }) => `dist.${value}` === on);
  return highest?.share ?? null;
}
