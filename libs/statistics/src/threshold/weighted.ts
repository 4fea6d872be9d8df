import { Labels } from '../label/labels';
import { numberUnits } from '../interval/rows';
import { Numbers, orderOf } from '../number/numbers';
import { tieGroups } from '../ranking/auroc';
import { Candidates, candidatesOf } from './candidates';
import { ShareTally } from './share-tally';

/** A share at each candidate: how many independent rows it tells as much as, and how many of these are hits. */
export interface Trials {
  trials: Float64Array;
  hits: Float64Array;
}

/**
 * Candidates of rows with weights and documents, in three kinds of counts, one for each use. Of plain rows all are the plain counts.
 */
export interface CandidateViews {
  /** Sums of weights, for shares and costs. */
  sums: Candidates;
  /** Counts for bounds of precision, scaled to the effective number of the selected rows. */
  precision: Candidates;
  /** Counts for bounds of recall, scaled to the effective number of the rows labelled yes. */
  recall: Trials;
  /** Effective number of documents that each candidate selects, whatever came true of them: where a sequence of tests may look. */
  planned: Float64Array;
}

/** @see docs/methods.md#thresholds; weights as in docs/methods.md#conventions */
export function candidateViews(labels: Labels): CandidateViews {
  const counts = candidatesOf(labels);
  const { p, y, weights, units } = labels;
  const unitOf = numberUnits(p.length, units);
  const documents = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  const size = counts.threshold.length;
  if (!weights && documents === p.length) {
    const recall = { trials: new Float64Array(size).fill(counts.positives), hits: counts.truePositives };
    return { sums: counts, precision: counts, recall, planned: counts.selected };
  }
  const weightOf = (row: number) => (weights ? weights[row] : 1);
  const columns = () => ({ selected: new Float64Array(size), truePositives: new Float64Array(size) });
  const [sums, precision, planned] = [columns(), columns(), new Float64Array(size)];
  const recall: Trials = { trials: new Float64Array(size), hits: new Float64Array(size) };
  const [selected, found] = [new ShareTally(documents), positivesOf(y, unitOf, weightOf, documents)];
  const order = orderOf(p).reverse();
  let at = 0;
  tieGroups(p, order, (start, end) => {
    for (let i = start; i < end; i += 1) {
      const [unit, weight] = [unitOf[order[i]], weightOf(order[i])];
      selected.add(unit, weight);
      if (!y[order[i]]) continue;
      selected.hit(unit, weight);
      found.hit(unit, weight);
    }
    const { all, yes } = selected.sums;
    sums.selected[at] = all;
    sums.truePositives[at] = yes;
    planned[at] = selected.planned;
    precision.selected[at] = selected.effective;
    precision.truePositives[at] = all === 0 ? 0 : yes * (precision.selected[at] / all);
    // Of recall the trials are the rows labelled yes, whose effective number is another one at each threshold.
    recall.trials[at] = found.effective;
    recall.hits[at] = yes === 0 ? 0 : yes * (recall.trials[at] / found.sums.all);
    at += 1;
  });
  const { threshold, n } = counts;
  const { all, yes } = selected.sums;
  return {
    sums: { threshold, n: all, positives: yes, ...sums },
    precision: { threshold, n, positives: counts.positives, ...precision },
    recall,
    planned,
  };
}

/** The rows labelled yes, of which none is found yet. */
function positivesOf(
  y: Numbers,
  unitOf: Uint32Array,
  weightOf: (row: number) => number,
  documents: number,
): ShareTally {
  const tally = new ShareTally(documents);
  for (let row = 0; row < y.length; row += 1) if (y[row]) tally.add(unitOf[row], weightOf(row));
  return tally;
}
