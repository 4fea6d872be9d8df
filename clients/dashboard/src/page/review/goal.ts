import { minLabelsToCompare, minLabelsToFit, minLabelsToRecommend } from '@app/report';
import { countedText } from '../../format/number';

/** What a number of labels makes possible. */
export interface Goal {
  least: number;
  /** Such as `a threshold can be recommended`. */
  what: string;
  /** The tab of the judgment's page where that is done, and what its link says. */
  tab: 'thresholds' | 'calibration';
  link: string;
}

const goals: readonly Goal[] = [
  { least: minLabelsToFit, what: 'a fit can calibrate its numbers', tab: 'calibration', link: 'Fit now' },
  {
    least: minLabelsToRecommend,
    what: 'a threshold can be recommended',
    tab: 'thresholds',
    link: 'Recommend a threshold',
  },
  {
    least: minLabelsToCompare,
    what: 'the report says whether its numbers beat guessing',
    tab: 'calibration',
    link: 'Read the report',
  },
];

/** The goal that labels have not reached yet; undefined past the last one. */
export function nextGoal(labels: number): Goal | undefined {
  return goals.find(({ least }) => labels < least);
}

/** The goals that labels have reached, the first one first. */
export function reachedGoals(labels: number): Goal[] {
  return goals.filter(({ least }) => labels >= least);
}

/** How far labels are, such as `12 of 30 · then a threshold can be recommended`. */
export function goalText(labels: number): string {
  const next = nextGoal(labels);
  if (next) return `${labels} of ${next.least} · then ${next.what}`;
  return `${countedText(labels, 'label')} · the next fit, at night or by hand, takes the new ones`;
}

/** Labels a minute, such as `, 12 a minute`; empty before there is a minute's worth of them. */
export function rateText(labels: number, ms: number): string {
  return labels < 2 || ms < 10_000 ? '' : `, ${Math.round((labels * 60_000) / ms)} a minute`;
}
