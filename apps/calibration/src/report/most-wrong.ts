import { choiceHits } from '@app/statistics';
import { LabelSet, classRows } from '../outcome/label/label-set';

/** A report names at most this many documents that the reads were wrong about. */
export const maxWrong = 20;

/** A label that the reads were wrong about. */
export interface Wrong {
  /** Index of the label. */
  label: number;
  /** Probability that the read gave to what happened. */
  p: number;
}

/**
 * The labels whose likeliest value did not happen, those first that were read with the most confidence; of a document the worst alone.
 * @param reads held out, so that no label is read by a fit that knows it
 */
export function mostWrong(set: LabelSet, reads: Float64Array): Wrong[] {
  const seen = new Set<number>();
  return wrongIn(set, reads)
    .sort((a, b) => a.p - b.p || a.label - b.label)
    .filter(({ label }) => {
      const isNew = !seen.has(set.units[label]);
      seen.add(set.units[label]);
      return isNew;
    })
    .slice(0, maxWrong);
}

function wrongIn(set: LabelSet, reads: Float64Array): Wrong[] {
  if (set.form.type === 'bool') {
    return Array.from(set.y, (y, label) => ({ label, y, yes: reads[label] })).flatMap(({ label, y, yes }) =>
      yes >= 0.5 === y > 0 ? [] : [{ label, p: y > 0 ? yes : 1 - yes }],
    );
  }
  const { dists, y } = classRows(set, reads);
  const hits = choiceHits(dists, y);
  return dists.flatMap((dist, label) => (hits[label] > 0 ? [] : [{ label, p: dist[y[label]] }]));
}
