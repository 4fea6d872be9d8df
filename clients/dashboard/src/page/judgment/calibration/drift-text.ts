import type { Schema } from '@app/sdk/client';
import { countedText, percentText } from '../../../format/number';

const reasons: Readonly<Record<string, string>> = {
  no_fit_before: 'not tested: no fit is from before them',
  no_labels_before: 'not tested: no label is from before them',
  too_few_documents: 'not tested: one document',
};

/** The last 30 days in words: what came true where what was read, and whether that is beyond noise. */
export function driftText(drift: Schema<'DriftView'> | null, type: string): string {
  if (drift === null) return 'not enough labels';
  const { worse, reason, tests = [], options = [], mean_read: read = null, observed } = drift;
  if (reason) return reasons[reason] ?? 'not tested';
  const verdict = worse ? 'significantly different' : 'as before';
  const named = tests.find(({ test }) => test === 'mean')?.option;
  const moved = named === undefined ? undefined : options.find(({ option }) => option === named);
  if (moved) {
    const name = moved.option ?? 'none of these';
    return `${verdict}: ${name} actual ${percentText(moved.observed)}, predicted ${percentText(moved.mean_read)}`;
  }
  if (read === null || observed === null) return verdict;
  const shown = (value: number) => (type === 'score' ? value.toFixed(2) : percentText(value));
  return `${verdict}: actual ${shown(observed)}, predicted ${shown(read)}`;
}

/** By custom of the index. */
const [someChange, muchChange] = [0.1, 0.25];

/** How the current answers of the last counted week lie beside those of the weeks before; null where nothing is before it. */
export function answersText(weeks: readonly Schema<'AnswerWeek'>[]): string | null {
  const last = weeks[weeks.length - 1];
  if (last === undefined || last.psi === null) return null;
  const { n, week, psi } = last;
  const lie = psi >= muchChange ? 'very differently from' : psi >= someChange ? 'somewhat differently from' : 'as';
  return `The ${countedText(n, 'answer')} of the week of ${week} are distributed ${lie} before (stability index ${psi.toFixed(2)}). It says that answers changed, not whether they are right.`;
}
