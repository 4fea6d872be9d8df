import { bonferroni, guardedT } from '@app/statistics';
import { HeadReader, type Head } from '../head/head';
import type { Sample, Shape } from '../head/sample';
import { BaseRead, fitBase, fitShares } from './base-read';
import { crossFit } from './cross-fit';
import { Labelled, foldCount, foldOf } from './labelled';

/** Why a judgment keeps the engine below. */
export type Refusal = 'few_labels' | 'no_gain' | 'drift';

/** Figures of a choice. Losses are mean log losses in nats, of labels that were read held out. */
export interface Evidence {
  labels: number;
  /** Loss of the engine below with a fit, or of the shares of the labels where those are better. */
  baseLoss: number;
  headLoss: number;
  /** Mean over documents of what the head saves, and its standard error. */
  gain: number;
  standardError: number;
  /** One-sided, of the guarded paired t, times the judgments that the training looked at; at most 1. */
  p: number;
  /** The same mean on the newest fifth, by heads of the older labels. */
  newestGain: number;
}

export type Choice =
  { heads: Head[]; refusal: null; evidence: Evidence } | { heads: null; refusal: Refusal; evidence: Evidence | null };

/** Fewer labels, or fewer of the second commonest class, teach nothing that could be shown to help. */
export const minLabels = 100;
const minOfClass = 10;
/** Probability that a training keeps any heads that do not help. */
const level = 0.025;
const leastP = 1e-6;

/**
 * Trains heads and keeps them only where they help: their held-out log loss must beat the engine below, with a fit,
 * by the guarded paired t (docs/methods.md#verdicts-on-alternatives) at 2.5 % over all judgments together (Bonferroni), and on the newest fifth of the labels it must be the lower one too, since what was true of older labels may
 * have passed.
 * @param judgments how many judgments the training looks at, this one included
 */
export function chooseHead(labels: readonly Labelled[], shape: Shape, judgments = 1): Choice {
  if (!isEnough(labels, shape)) return { heads: null, refusal: 'few_labels', evidence: null };
  const { heads, reads } = crossFit(labels, shape);
  const headLosses = lossesOf(reads, labels);
  const bases = [fitBase, fitShares].map((fit) => heldOutReads(labels, shape, fit));
  const base = leastOf(bases.map((baseReads) => ({ reads: baseReads, losses: lossesOf(baseReads, labels) })));
  const baseLosses = base.losses;
  const gains = byDocument(labels, (row) => baseLosses[row] - headLosses[row]);
  const { mean: gain, standardError, p } = guardedT(gains, worstGain(base.reads, reads, shape));
  const evidence: Evidence = {
    labels: labels.length,
    baseLoss: mean(baseLosses),
    headLoss: mean(headLosses),
    gain,
    standardError,
    p: bonferroni([p], judgments)[0],
    newestGain: newestGain(labels, shape),
  };
  if (!(gain > 0 && evidence.p <= level)) return { heads: null, refusal: 'no_gain', evidence };
  return evidence.newestGain > 0 ? { heads, refusal: null, evidence } : { heads: null, refusal: 'drift', evidence };
}

function isEnough(labels: readonly Labelled[], { classes }: Shape): boolean {
  const counts = new Uint32Array(classes);
  for (const { label } of labels) counts[label] += 1;
  return labels.length >= minLabels && counts.sort()[classes - 2] >= minOfClass;
}

/** What heads of the older four fifths save on the newest fifth; NaN where all its documents are older ones. */
function newestGain(labels: readonly Labelled[], shape: Shape): number {
  const byTime = [...labels].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
  const older = byTime.slice(0, Math.floor(0.8 * byTime.length));
  const known = new Set(older.map(({ document }) => document));
  const newest = byTime.slice(older.length).filter(({ document }) => !known.has(document));
  const readers = crossFit(older, shape).heads.map((head) => new HeadReader(head));
  const headLosses = newest.map(({ key, features, base, label }) =>
    lossOf(readers[foldOf(key)].read(features, base), label),
  );
  const fits = [fitBase(older, shape), fitShares(older, shape)];
  const bases = fits.map((read) => ({ losses: newest.map(({ base, label }) => lossOf(read(base), label)) }));
  const baseLosses = leastOf(bases).losses;
  return mean(byDocument(newest, (row) => baseLosses[row] - headLosses[row]));
}

function heldOutReads(
  labels: readonly Labelled[],
  shape: Shape,
  fit: (samples: readonly Sample[], shape: Shape) => BaseRead,
): ArrayLike<number>[] {
  const folds = labels.map(({ key }) => foldOf(key));
  const reads = Array.from({ length: foldCount }, (_, fold) =>
    fit(
      labels.filter((_label, row) => folds[row] !== fold),
      shape,
    ),
  );
  return labels.map(({ base }, row) => reads[folds[row]](base));
}

/** What heads lose at most on one label, over reads and classes: the worst that the labels may not have shown yet. */
function worstGain(base: readonly ArrayLike<number>[], heads: readonly ArrayLike<number>[], shape: Shape): number {
  let worst = 0;
  for (let row = 0; row < heads.length; row += 1) {
    for (let label = 0; label < shape.classes; label += 1) {
      worst = Math.min(worst, lossOf(base[row], label) - lossOf(heads[row], label));
    }
  }
  return worst;
}

function leastOf<T extends { losses: number[] }>(all: readonly T[]): T {
  return all.reduce((best, one) => (mean(one.losses) < mean(best.losses) ? one : best));
}

const lossesOf = (reads: readonly ArrayLike<number>[], labels: readonly Labelled[]): number[] =>
  labels.map(({ label }, row) => lossOf(reads[row], label));
const lossOf = (read: ArrayLike<number>, label: number): number => -Math.log(Math.max(read[label], leastP));
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** One mean for each document: its labels are no independent evidence. */
function byDocument(labels: readonly Labelled[], valueOf: (row: number) => number): number[] {
  const of = new Map<string, number[]>();
  labels.forEach(({ document }, row) => {
    const values = of.get(document);
    if (values) values.push(valueOf(row));
    else of.set(document, [valueOf(row)]);
  });
  return [...of.values()].map(mean);
}
