import { expectedScore, tenthOf } from '@app/statistics';
import { LabelSet, rowOf, widthOf } from './label-set';

/**
 * The stratum of each label, as current answers are counted: of a bool the tenth of p, of a choice the most probable option, of
 * a score the tenth of `normalized`.
 * @returns an index of `population.counts` for each label
 */
export function strataOf(set: LabelSet): Float64Array {
  const { form, reads, y } = set;
  const width = widthOf(form);
  return Float64Array.from(y.keys(), (label) => {
    const row = rowOf(reads, width, label);
    if (form.type === 'bool') return tenthOf(row[0]);
    if (form.type === 'choice') return row.reduce((best, p, option) => (p > row[best] ? option : best), 0);
    const [low, high] = [form.levels[0], form.levels[form.levels.length - 1]];
    const score = Number.isNaN(set.scores[label]) ? expectedScore(row, form.levels) : set.scores[label];
    return high === low ? 0 : tenthOf((score - low) / (high - low));
  });
}
