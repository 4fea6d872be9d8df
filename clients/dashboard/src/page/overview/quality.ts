import type { Schema } from '@app/sdk/client';
import { countText, usdText } from '../../format/number';

type Placed = Schema<'PlacedJudgment'>;
export type Quality = Schema<'JudgmentVerdict'>;

/** The judgments that cost most today and yesterday together, so that the order says something also after midnight. */
export function dearestOf(judgments: readonly Placed[], most: number): Placed[] {
  const spend = ({ stats, stats_yesterday: before }: Placed) => stats.spend_usd + (before?.spend_usd ?? 0);
  const answers = ({ stats, stats_yesterday: before }: Placed) => stats.evaluations + (before?.evaluations ?? 0);
  return [...judgments].sort((a, b) => spend(b) - spend(a) || answers(b) - answers(a)).slice(0, most);
}

/** A figure of today beside the one of yesterday, whole; a service of an earlier build says none of yesterday. */
export function besideText(
  { stats, stats_yesterday: before }: Placed,
  figure: 'evaluations' | 'spend_usd',
): { today: string; yesterday: string } {
  const text = figure === 'spend_usd' ? usdText : countText;
  return { today: text(stats[figure]), yesterday: before === undefined ? '' : `yesterday ${text(before[figure])}` };
}

/** How right a judgment is, in the words of its newest report, and how many labels say so. */
export function qualityText(quality: Quality | undefined): { sentence: string; labels: string; isDrifted: boolean } {
  if (quality === undefined)
    return { sentence: 'No fit yet: label answers to learn it.', labels: '', isDrifted: false };
  const { verdict, labels } = quality;
  return {
    sentence: verdict.sentence,
    labels: `${countText(labels)} ${labels === 1 ? 'label' : 'labels'}`,
    isDrifted: verdict.code === 'drifted',
  };
}
