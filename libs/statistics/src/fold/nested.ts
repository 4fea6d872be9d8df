import { Numbers } from '../number/numbers';
import { countFolds, crossFit, dealFolds, foldCount } from './folds';

/** Ways to read the same answers, from the simplest on, of which the labels choose one. */
export interface Contest<Kind extends string, Read> {
  /** From the simplest on: of two that lose equally, the earlier wins. */
  kinds: readonly Kind[];
  /** Learns a kind on the rows marked 1 and reads any row; everything learned must be learned inside. */
  learn: (kind: Kind, train: Uint8Array) => (row: number) => Read;
  /** Loss of a read of a row. */
  loss: (row: number, read: Read) => number;
  /** Stratifies the folds. */
  y: Numbers;
  weights?: Numbers | null;
  units?: Numbers | null;
}

/** What a contest ended with. */
export interface NestedResult<Kind extends string, Read> {
  /** The kind chosen on all labels. */
  kind: Kind;
  /** Mean cross-fitted loss of each kind: what the choice stands on. The chosen one's is optimistic; report `heldOut`. */
  losses: Record<Kind, number>;
  /** Each kind's cross-fitted reads, without any choice. */
  reads: Record<Kind, Read[]>;
  /** Reads of the whole procedure, the choice too made without the row's fold. */
  heldOut: Read[];
  /** The same with the choice among some kinds only. */
  among: (kinds: readonly Kind[]) => Read[];
}

/** Losses this close are one. */
const tie = 1e-9;

/** The kind of least loss; a tie goes to the earlier. */
export function leastLoss<Kind extends string>(kinds: readonly Kind[], losses: Record<Kind, number>): Kind {
  return kinds.reduce((best, kind) => (losses[kind] < losses[best] - tie ? kind : best));
}

/** Rows above which an inner choice takes three folds and a share of the rows. */
const [manyRows, mostInnerRows] = [5_000, 20_000];

/**
 * Folds of a choice inside a training part of so many rows. Beyond 5,000 a choice hardly depends on who is left out, and ten
 * inner folds would cost minutes at 100,000: three then.
 */
export function innerFoldCount(rows: number): number {
  return rows > manyRows ? 3 : foldCount;
}

/**
 * Chooses by least 10-fold cross-fitted loss, and reads every row as if it had not been there: for each outer fold the
 * choice is made by inner folds of the training part, and the kind chosen is fitted there.
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

/** The rows an inner choice is made on: all outside the fold, or an even share of 20,000 of them, which decides as well. */
function innerRows(folds: Uint32Array, fold: number): Uint8Array {
  const rows = new Uint8Array(folds.length);
  const step = Math.ceil(folds.length / mostInnerRows);
  let seen = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (folds[row] === fold) continue;
    rows[row] = seen % step === 0 ? 1 : 0;
    seen += 1;
  }
  return rows;
}

/** Deals the kept rows alone; the others get fold 0 and are left out by the mask. */
function dealWithin<Kind extends string, Read>({ y, units }: Contest<Kind, Read>, keep: Uint8Array): Uint32Array {
  const rows = Array.from(keep.keys()).filter((row) => keep[row]);
  const pick = (column: Numbers) => Float64Array.from(rows, (row) => column[row]);
  const dealt = dealFolds(pick(y), innerFoldCount(rows.length), units && pick(units));
  const folds = new Uint32Array(keep.length);
  rows.forEach((row, i) => (folds[row] = dealt[i]));
  return folds;
}
