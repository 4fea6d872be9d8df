import { fitTemperature } from '@app/statistics';
import { Head, HeadReader } from '../head/head';
import type { Shape } from '../head/sample';
import { trainHead } from '../head/train-head';
import { Labelled, foldCount, foldOf } from './labelled';

/** Ten heads, and what they say of their own labels. */
export interface CrossFit {
  /** The head with index f saw no label of fold f, and reads its contexts. */
  heads: Head[];
  /** Probabilities of each label's classes by the head that did not see it, in the order of the labels. */
  reads: Float64Array[];
}

/**
 * Trains ten heads, each without the labels of one fold and without other labels of that fold's documents. So the answer
 * to a labelled context is never given by a head that saw its label, and reports of such answers are honest. The order of
 * the labels does not matter.
 */
export function crossFit(labels: readonly Labelled[], shape: Shape): CrossFit {
  const rows = Array.from(labels.keys()).sort((a, b) => compare(labels[a], labels[b]));
  const folds = labels.map(({ key }) => foldOf(key));
  const heads = Array.from({ length: foldCount }, (_, fold) => {
    const kept = new Set(rows.filter((row) => folds[row] === fold).map((row) => labels[row].document));
    const seen = rows.filter((row) => !kept.has(labels[row].document));
    return trainHead(
      seen.map((row) => labels[row]),
      shape,
    );
  });
  const readers = heads.map((head) => new HeadReader(head));
  const scores = labels.map(({ features, base }, row) => readers[folds[row]].score(features, base));
  heads.forEach((head, fold) => {
    const others = rows.filter((row) => folds[row] !== fold);
    head.sharpness = sharpnessOf(
      others.map((row) => scores[row]),
      others.map((row) => labels[row].label),
    );
  });
  return { heads, reads: labels.map(({ features, base }, row) => readers[folds[row]].read(features, base)) };
}

/** A temperature on reads of labels that the heads did not see: after twenty epochs a head is surer than it is right. */
function sharpnessOf(scores: readonly Float64Array[], y: readonly number[]): number {
  if (y.length === 0) return 1;
  const logits = scores.map((row) => (row.length === 1 ? Float64Array.of(0, row[0]) : row));
  return fitTemperature({ logits, y }).beta;
}

function compare(a: Labelled, b: Labelled): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.document !== b.document) return a.document < b.document ? -1 : 1;
  return a.at - b.at || a.label - b.label;
}
