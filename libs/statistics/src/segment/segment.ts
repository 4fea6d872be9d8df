import { Numbers } from '../number/numbers';
import { clusteredShare } from '../interval/clustered-share';
import { Interval, wilson } from '../interval/proportion';
import { studentQuantile } from '../distribution/student';
import { LabelRows, effectiveDocuments, residualTest } from '../drift/residual-test';
import { likenessOf } from '../interval/likeness';
import { bonferroni } from '../test/multiplicity';

/** Labels of several segments, each a row with what was read of it and what came true. */
export interface SegmentRows extends LabelRows {
  /** Segment of each row, from 0. */
  segments: Numbers;
  /** What was read: a probability, or a score in the levels' unit. */
  read: Numbers;
  /** What came true: 1 or 0 of a probability, the value of a score. */
  came: Numbers;
  /** Deviation of what comes true where the read is right. */
  deviations: Numbers;
  /** Log loss of each row, in nats. */
  losses: Numbers;
}

export interface SegmentOptions {
  /** Number of segments; each has a row. */
  count: number;
  /** Whether `came` is 1 or 0, so that its mean is a share. */
  share: boolean;
  /** Whether a fit of these labels made the reads: it has an error of its own. */
  fitted: boolean;
}

/** How the labels of one segment were read. */
export interface SegmentFigures {
  labels: number;
  documents: number;
  /** Mean of what was read. */
  read: number;
  /** Mean of what came true. */
  observed: number;
  /** 95 % interval of `observed`, by document; null of a mean below two documents. */
  interval: Interval | null;
  /** Nats. */
  logLoss: number;
  /** `read` minus `observed`. */
  gap: number;
  /** Probability of a gap as far from 0 where the reads are right, corrected over the segments; null where too few tell it. */
  p: number | null;
}

/** Least documents of a tested segment, and least variance of its outcomes where they are shares: five of either kind. */
const [leastDocuments, leastOpen] = [10, 5];

/**
 * Compares what was read with what came true in each segment, by document and weight. The p of all tested segments are corrected
 * together (Bonferroni), so that one in twenty judgments whose reads are right everywhere shows any at 0.05.
 *
 * A segment is not tested below ten documents, nor where fewer than five outcomes are open (the sum of p (1 - p)): Student's tail
 * of a few rare outcomes is too short.
 * @see Cochran 1954, Biometrics 10, for the least expected numbers; docs/methods.md#segments
 */
export function segmentFigures(rows: SegmentRows, { count, share, fitted }: SegmentOptions): SegmentFigures[] {
  const residuals = Float64Array.from({ length: rows.read.length }, (_, row) => rows.came[row] - rows.read[row]);
  const all = {
    residuals,
    likeness: likenessOf(residuals, rows.deviations, rows.units),
    documents: fitted ? effectiveDocuments(residuals.length, rows) : Infinity,
  };
  const members: number[][] = Array.from({ length: count }, () => []);
  for (let row = 0; row < residuals.length; row += 1) members[rows.segments[row]].push(row);
  const found = members.map((own) => figuresOf(rows, own, all, share));
  const tested = found.flatMap(({ p }) => (p === null ? [] : [p])).length;
  return found.map((one) => ({ ...one, p: one.p === null ? null : bonferroni([one.p], tested)[0] }));
}

interface OfAll {
  residuals: Float64Array;
  likeness: number;
  documents: number;
}

function figuresOf(rows: SegmentRows, own: readonly number[], all: OfAll, share: boolean): SegmentFigures {
  const of = (column: Numbers) => Float64Array.from(own, (row) => column[row]);
  const [came, deviations] = [of(rows.came), of(rows.deviations)];
  const about = { units: rows.units && of(rows.units), weights: rows.weights && of(rows.weights) };
  const size = own.reduce((sum, row) => sum + (rows.weights ? rows.weights[row] : 1), 0);
  const meanOf = (column: Numbers) =>
    own.reduce((sum, row) => sum + (rows.weights ? rows.weights[row] : 1) * column[row], 0) / size;
  const [read, observed] = [meanOf(rows.read), meanOf(rows.came)];
  const clustered = clusteredShare(came, about);
  const documents = clustered?.documents ?? 0;
  const open = deviations.reduce((sum, one) => sum + one ** 2, 0);
  const isTested = documents >= leastDocuments && (!share || open >= leastOpen);
  const residuals = { values: of(all.residuals), deviations, likeness: all.likeness };
  const test = isTested ? residualTest(residuals, about, { documents: all.documents }) : null;
  return {
    labels: own.length,
    documents,
    read,
    observed,
    interval: share
      ? clustered && wilson(clustered.share * clustered.effective, clustered.effective)
      : meanInterval(came, about, documents),
    logLoss: meanOf(rows.losses),
    gap: read - observed,
    p: test && test.p,
  };
}

/** Student's interval of a weighted mean, by document. */
function meanInterval(values: Float64Array, about: LabelRows, documents: number): Interval | null {
  if (documents < 2) return null;
  const shown = residualTest({ values, deviations: null, likeness: 0 }, about, { documents: Infinity });
  // Without any variance every value is the mean.
  if (shown === null) return [values[0], values[0]];
  const half = studentQuantile(0.975, documents - 1) * shown.standardError;
  return [shown.mean - half, shown.mean + half];
}
