import type { AnswersCounted, CountAnswers } from '@app/contracts/documents';
import type { AnswerCounts, Form } from '../outcome/label/label-row';

const thousandths = 1_000;
const tenths = 10;

/** What the answers of a form are counted by; null where each answer has options of its own, which nothing can be counted by. */
export function countedBy({ type, levels, optionsVary }: Form): Pick<CountAnswers, 'by' | 'low' | 'high'> | null {
  if (optionsVary) return null;
  if (type === 'choice') return { by: 'value', low: 0, high: 1 };
  return type === 'bool'
    ? { by: 'number', low: 0, high: 1 }
    : { by: 'number', low: levels[0], high: levels[levels.length - 1] };
}

/** What documents counted, as it is kept: thousandths, or options in order and last the escape. */
export function keptCounts({ type, options }: Form, { bins, values }: AnswersCounted): number[] {
  if (type !== 'choice') return bins;
  const names = [...options, null];
  return names.map((name) => values.find(({ value }) => value === name)?.answers ?? 0);
}

/** Kept counts by the strata of labels, see `strataOf`. */
export function answerCounts(
  { type }: Form,
  kept: readonly number[],
  { sampled, countedAt }: { sampled: boolean; countedAt: Date },
): AnswerCounts {
  const about = { sampled, countedAtMs: countedAt.getTime() };
  if (type === 'choice') return { counts: kept, ...about };
  const counts = new Array<number>(tenths).fill(0);
  // The last of the 1,001 bins, with what lies at the upper end, belongs to the last tenth.
  kept.forEach((answers, bin) => (counts[Math.min(tenths - 1, Math.floor((bin * tenths) / thousandths))] += answers));
  return { counts, fine: kept, ...about };
}
