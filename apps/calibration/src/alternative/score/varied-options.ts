import { LabelRow, LabelSet, widthOf } from '../../outcome/label/label-set';

interface Sides {
  version: LabelSet;
  alternative: LabelSet;
}

/**
 * Gives both sides of a choice among options of its own the same options in the same order: a set orders each answer's options by that
 * answer's probabilities, so that equal places of two sides would be different options.
 * @param rows by the labelled answer's id
 */
export function alignOptions(
  { version, alternative }: Sides,
  rows: ReadonlyMap<string, { version: LabelRow; alternative: LabelRow }>,
): Sides {
  const width = widthOf(version.form);
  const reads = {
    version: new Float64Array(version.reads.length),
    alternative: new Float64Array(version.reads.length),
  };
  const y = new Float64Array(version.y.length);
  version.answers.forEach((answer, label) => {
    const row = rows.get(answer)!;
    const { options, happened } = sharedOptions(row.version, row.alternative, width - 1);
    y[label] = happened;
    for (const side of ['version', 'alternative'] as const) {
      const numbers = reads[side].subarray(label * width, (label + 1) * width);
      // An option with probability 0 differs from padding.
      options.forEach((option, place) => (numbers[place] = row[side].dist?.[option] || Number.MIN_VALUE));
      numbers[width - 1] = row[side].escape_p ?? 0;
    }
  });
  return {
    version: { ...version, reads: reads.version, y },
    alternative: { ...alternative, reads: reads.alternative, y },
  };
}

/** The version's options by its probability, then what only the alternative offers; the one that happened is never cut. */
function sharedOptions(version: LabelRow, alternative: LabelRow, most: number) {
  const byProbability = (dist: Record<string, number>) =>
    Object.entries(dist)
      .sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1))
      .map(([option]) => option);
  const all = [...new Set([...byProbability(version.dist ?? {}), ...byProbability(alternative.dist ?? {})])];
  const options = all.slice(0, most);
  if (version.escape) return { options, happened: most };
  const index = all.indexOf(String(version.value));
  if (index >= most) options[most - 1] = all[index];
  return { options, happened: Math.min(index, most - 1) };
}
