import { Numbers } from '../number/numbers';
import { countFolds, crossFit, dealFolds, foldCount } from './folds';

/** Candidates of reading the same answers, of which the labels choose one. */
export interface Contest<Kind extends string, Read> {
  /** The simplest first; of two candidates with equal loss the earlier wins. */
  kinds: readonly Kind[];
  /** Learns a kind on the rows marked 1 and returns a reader of any row; all learning must happen inside it. */
  learn: (kind: Kind, train: Uint8Array) => (row: number) => Read;
  /** Loss of a read of a row. */
  loss: (row: number, read: Read) => number;
  /** Outcomes, by which the folds are stratified. */
  y: Numbers;
  weights?: Numbers | null;
  units?: Numbers | null;
}

/** The result of a contest. */
export interface NestedResult<Kind extends string, Read> {
  /** The kind that was chosen on all labels. */
  kind: Kind;
  /** Mean cross-fitted loss of each kind, which decides the choice. The chosen one is too optimistic; report `heldOut`. */
  losses: Record<Kind, number>;
  /** Each kind's cross-fitted reads, without any choice. */
  reads: Record<Kind, Read[]>;
  /** Reads of the whole procedure: also the choice is made without the row's fold. */
  heldOut: Read[];
  /** Such reads with a choice among some kinds only. */
  among: (kinds: readonly Kind[]) => Read[];
}

/** Losses that differ by less count as equal. */
const tie = 1e-9;

/** The kind with the least loss; of equal losses the earlier kind wins. */
export function leastLoss<Kind extends string>(kinds: readonly Kind[], losses: Record<Kind, number>): Kind {
  return kinds.reduce((best, kind) => (losses[kind] < losses[best] - tie ? kind : best));
}

/** Above `manyRows` rows an inner choice uses three folds, and at most `maxInnerRows` rows. */
const [manyRows, maxInnerRows] = [5_000, 20_000];

/**
 * Number of folds of a choice inside a training part. Above 5,000 rows a choice hardly depends on single rows, and ten inner
 * folds would take minutes at 100,000 rows; so three suffice.
 */
export function innerFoldCount(rows: number): number {
  return rows > manyRows ? 3 : foldCount;
}

/**
 * Chooses by the least 10-fold cross-fitted loss, and reads every row held out: for each outer fold, inner folds of the
 * training part make the choice, and the chosen kind is fitted there.
 * @see docs/methods.md#cross-fitting, docs/methods.md#the-choice-of-the-reading; Varma and Simon 2006 (why the chosen
 *   minimum must not be reported)
 */
export function nest<Kind extends string, Read>(contest: Contest<Kind, Read>): NestedResult<Kind, Read> {
  const { kinds, y, units } = contest;
  const folds = dealFolds(y, foldCount, units);
  const reads = byKind(kinds, (kind) => readsOf(contest, kind, folds));
  const losses = byKind(kinds, (kind) => lossOf(contest, reads[kind], undefined));
  const inner = Array.from({ length: countFolds(folds) }, (_, fold) => {
    if (kinds.length === 1) return losses;
    const train = innerRows(folds, fold);
    const dealt = dealWithin(contest, train);
    return byKind(kinds, (kind) => lossOf(contest, readsOf(contest, kind, dealt, train), train));
  });
  const among = (some: readonly Kind[]) => {
    const choice = inner.map((found) => leastLoss(some, found));
    return Array.from(folds, (fold, row) => reads[choice[fold]][row]);
  };
  return { kind: leastLoss(kinds, losses), losses, reads, heldOut: among(kinds), among };
}

function byKind<Kind extends string, Value>(kinds: readonly Kind[], value: (kind: Kind) => Value): Record<Kind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as Record<Kind, Value>;
}

function readsOf<Kind extends string, Read>(
  { learn }: Contest<Kind, Read>,
  kind: Kind,
  folds: Uint32Array,
  within?: Uint8Array,
): Read[] {
  return crossFit(folds, (train) => learn(kind, train), within);
}

function lossOf<Kind extends string, Read>(
  { loss, weights }: Contest<Kind, Read>,
  reads: Read[],
  within: Uint8Array | undefined,
): number {
  let total = 0;
  let sum = 0;
  reads.forEach((read, row) => {
    if (within && !within[row]) return;
    const w = weights ? weights[row] : 1;
    total += w;
    sum += w === 0 ? 0 : w * loss(row, read);
  });
  return sum / total;
}

/** The rows of an inner choice: all outside the fold, or an even sample of 20,000 of them, which decides equally well. */
function innerRows(folds: Uint32Array, fold: number): Uint8Array {
  const rows = new Uint8Array(folds.length);
  const step = Math.ceil(folds.length / maxInnerRows);
  let seen = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (folds[row] === fold) continue;
    rows[row] = seen % step === 0 ? 1 : 0;
    seen += 1;
  }
  return rows;
}

/** Deals only the kept rows; the others get fold 0, and the mask leaves them out. */
function dealWithin<Kind extends string, Read>({ y, units }: Contest<Kind, Read>, keep: Uint8Array): Uint32Array {
  const rows = Array.from(keep.keys()).filter((row) => keep[row]);
  const pick = (column: Numbers) => Float64Array.from(rows, (row) => column[row]);
  const dealt = dealFolds(pick(y), innerFoldCount(rows.length), units && pick(units));
  const folds = new Uint32Array(keep.length);
  rows.forEach((row, i) => (folds[row] = dealt[i]));
  return folds;
}
