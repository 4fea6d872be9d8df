import { minLabelsToCompare } from './label-goals';
import { ReadReport, ReadingFigures, readingInUse } from './read-report';

/** What a report comes to. */
export interface Verdict {
  code: VerdictCode;
  /** For a reader who reads nothing else. */
  sentence: string;
}

/**
 * `better` than always saying the base rate, beyond chance; `no_better`; `drifted`: better, and worse of late than the fit promised;
 * `few_labels` to say; `no_labels`; `not_compared`: the figures are older than the comparison.
 */
export const verdictCodes = ['better', 'no_better', 'drifted', 'few_labels', 'no_labels', 'not_compared'] as const;
export type VerdictCode = (typeof verdictCodes)[number];

/** Whether the reads that are in use are better than always saying the base rate, in one sentence. */
export function verdictOf(report: ReadReport): Verdict {
  const used = report.held_out[readingInUse(report)];
  if (used === null) return { code: 'no_labels', sentence: 'No label yet, so nobody knows how right it is.' };
  const { base_rate: base = null, skill_interval: gain } = report.held_out;
  const claim = claimOf(report, used);
  if (report.labels.used < minLabelsToCompare) {
    return { code: 'few_labels', sentence: `${claim}, on ${labelsText(report)}: too few to act on.` };
  }
  if (base === null) {
    return { code: 'not_compared', sentence: `${claim}; whether that beats guessing, the next fit will say.` };
  }
  const guess = guessOf(report, base);
  if (!gain || Number(gain[0]) <= 0)
    return { code: 'no_better', sentence: `${claim}; ${guess}: do not act on it yet.` };
  if (report.drift?.worse) {
    return {
      code: 'drifted',
      sentence: `${claim}; ${guess}, but the last 30 days were worse than that: look before you act on it.`,
    };
  }
  const saved = `, and its probabilities say more (log loss ${loss(used)} against ${loss(base)})`;
  return { code: 'better', sentence: `${claim}; ${guess}${isRighter(report, used, base) ? '' : saved}.` };
}

/** How many labels a report stands on, and of how many documents where several are of one. */
export function labelsText({ labels: { used, documents } }: Pick<ReadReport, 'labels'>): string {
  const labels = `${used} ${used === 1 ? 'label' : 'labels'}`;
  return documents === undefined || documents === used ? labels : `${labels} of ${documents} documents`;
}

function claimOf({ type }: ReadReport, figures: ReadingFigures): string {
  return isDistance(type, figures)
    ? `Off by ${short(figures.mean_absolute_error)} on average`
    : `Right in ${percent(figures.accuracy)}`;
}

function guessOf(report: ReadReport, base: ReadingFigures): string {
  if (isDistance(report.type, base)) {
    return `always saying ${short(meanOf(report))} would be off by ${short(base.mean_absolute_error)}`;
  }
  return `always saying ${commonestOf(report)} would be right in ${percent(base.accuracy)}`;
}

/** Whether the figure that the sentence names is better than that of the base rate, as it is printed. */
function isRighter({ type }: ReadReport, used: ReadingFigures, base: ReadingFigures): boolean {
  return isDistance(type, used)
    ? Number(short(used.mean_absolute_error)) < Number(short(base.mean_absolute_error))
    : Math.round(100 * (used.accuracy ?? 0)) > Math.round(100 * (base.accuracy ?? 0));
}

function isDistance(type: ReadReport['type'], { mean_absolute_error }: ReadingFigures): boolean {
  return type === 'score' && typeof mean_absolute_error === 'number';
}

function commonestOf({ type, base_rate, classes }: ReadReport): string {
  if (type === 'bool') return (base_rate ?? 0) >= 0.5 ? 'yes' : 'no';
  const [first, ...others] = classes;
  if (!first) return 'the same';
  const { value } = others.reduce((most, one) => (one.share > most.share ? one : most), first);
  return value === null ? 'none of these' : `“${value}”`;
}

function meanOf({ classes }: ReadReport): number {
  return classes.reduce((sum, { value, share }) => sum + Number(value) * share, 0);
}

const percent = (share: number | null | undefined) => `${Math.round(100 * (share ?? 0))} %`;
const short = (value: number | null | undefined) => (value ?? 0).toFixed(1);
const loss = ({ log_loss }: ReadingFigures) => (log_loss ?? 0).toFixed(3);
