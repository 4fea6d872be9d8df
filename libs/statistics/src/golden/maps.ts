import { Problem } from '@app/problem';
import { readTemperature, fitTemperature } from '../choice/temperature';
import { crossFitPlatt } from '../fold/cross-platt';
import { fitIsotonic, fitSmoothedIsotonic, readIsotonic } from '../isotonic/isotonic';
import { sortLabels, tallyOf } from '../label/tally';
import { fitLogistic, readLogistic } from '../logistic/logistic';
import { tableOf } from '../logistic/scale';
import { PlattRidge, fitPlatt, readPlatt } from '../map/platt';

/** Columns of the reference vectors. */
export interface Columns {
  p: number[];
  y: number[];
  weights: number[] | null;
}

const tallyOfColumns = ({ p, y, weights }: Columns) => tallyOf(sortLabels(p, y, weights));

/** Whether Platt's own fit has a unique slope. When all reads are equal, many slopes fit equally well. */
function isUnique({ p, weights }: Columns, [slope]: PlattRidge): boolean {
  return slope > 0 || new Set(p.filter((_, i) => !weights || weights[i] > 0)).size > 1;
}

export function platt(input: Columns & { ridge: PlattRidge; evalAt: number[] }): unknown {
  const fit = fitPlatt(tallyOfColumns(input), { ridge: input.ridge });
  const read = (p: number) => readPlatt(fit, p);
  const parameters = isUnique(input, input.ridge) ? { a: fit.a, b: fit.b } : {};
  return { reads: input.p.map(read), at: input.evalAt.map(read), ...parameters };
}

export function isotonic(input: Columns & { evalAt: number[] }): unknown {
  const tally = tallyOfColumns(input);
  const [plain, smoothed] = [fitIsotonic(tally), fitSmoothedIsotonic(tally)];
  return {
    reads: input.p.map((p) => readIsotonic(plain, p)),
    at: input.evalAt.map((p) => readIsotonic(plain, p)),
    smoothedReads: input.p.map((p) => readIsotonic(smoothed, p)),
    smoothedAt: input.evalAt.map((p) => readIsotonic(smoothed, p)),
  };
}

interface LogisticInput {
  rows: (number | null)[][];
  evalRows: (number | null)[][];
  y: number[];
  weights: number[] | null;
  lambda: number;
}

export function logistic({ rows, evalRows, y, weights, lambda }: LogisticInput): unknown {
  const table = tableOf(rows);
  try {
    const fit = fitLogistic(table, y, lambda, weights);
    const at = readLogistic(fit, tableOf(evalRows, table.columns));
    return { ...fit, reads: [...readLogistic(fit, table)], at: [...at] };
  } catch (error) {
    if (error instanceof Problem) return { error: error.details.reason };
    throw error;
  }
}

interface TemperatureInput {
  logits: number[][];
  y: number[];
  weights: number[] | null;
  lambda: number;
}

/** The vectors contain the reads of this many first rows. */
const rowsShown = 5;

export function temperature({ logits, y, weights, lambda }: TemperatureInput): unknown {
  const fit = fitTemperature({ logits, y, weights }, lambda);
  const reads = logits.map((row) => [...readTemperature(fit, row)]);
  const weight = (i: number) => weights?.[i] ?? 1;
  const total = reads.reduce((sum, _, i) => sum + weight(i), 0);
  const logLoss = reads.reduce((sum, read, i) => sum - weight(i) * Math.log(read[y[i]]), 0) / total;
  return { beta: fit.beta, T: 1 / fit.beta, logLoss, reads: reads.slice(0, rowsShown) };
}

export function crossfit({ p, y, K }: { p: number[]; y: number[]; K: number }): unknown {
  const { folds, heldOut, logLoss } = crossFitPlatt({ p, y }, K);
  return { folds: [...folds], heldOut: [...heldOut], logLoss };
}
