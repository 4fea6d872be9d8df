import { fitPenalised } from '../logistic/penalised';
import { Numbers } from '../number/numbers';
import { Column, offsetOf, residualsOf, weighedSum } from './column';
import { likenessOf } from '../interval/likeness';
import { LabelRows, effectiveDocuments, residualTest } from './residual-test';

/** How strongly what came true follows what was read. */
export interface SlopeTest {
  /** 1 where reads are right; below 1 they are too sure, above 1 not sure enough, below 0 backwards. */
  slope: number;
  /** Student's t, with as many degrees of freedom as documents, less one. */
  statistic: number;
  p: number;
}

/** A column of labels with the scale on which the slope is one: log odds of a share, the number itself of a score. */
export interface SlopeColumn extends Column, LabelRows {
  x: Float64Array;
  /** How much each row adds to the slope, per squared distance from the middle. */
  spread: Float64Array;
}

/**
 * The error of a fit's slope, as a multiple of that of one map that was not chosen among others. Without it windows in which nothing
 * changed failed this test in 3.6 % of 1,200 worlds, where 1.7 % are its share.
 */
const slopeError = 2;

/** Reads that differ by less say nothing of a slope. */
const noSpread = 1e-9;

/**
 * The score test of Cox's slope, apart from any shift of the mean, against the slope that the labels of before have.
 * @returns null where all reads of the window are equal, or its documents are fewer than two
 * @see Cox 1958, Biometrika 45
 */
export function slopeTest(window: SlopeColumn, before: SlopeColumn): SlopeTest | null {
  const [own, past] = [scoresOf(window, before), scoresOf(before, before)];
  if (!own) return null;
  const excess = past ? past.score / past.information : 0;
  const scores = {
    values: own.values.map((value, row) => value - excess * own.informations[row]),
    deviations: own.far.map((distance, row) => distance * window.deviations[row]),
    likeness: likenessOf(residualsOf(window, offsetOf(before, before)), window.deviations, window.units),
  };
  const documents = effectiveDocuments(before.x.length, before) / slopeError;
  const test = residualTest(scores, window, { documents });
  return test && { slope: 1 + own.score / own.information, statistic: test.statistic, p: test.p };
}

/** The derivative of the likelihood by the slope, row by row. Null without spread. */
function scoresOf(column: SlopeColumn, before: SlopeColumn) {
  const { x, spread } = column;
  const all = weighedSum(x.length, column, (row) => spread[row]);
  const middle = weighedSum(x.length, column, (row) => spread[row] * x[row]) / all;
  const far = x.map((value) => value - middle);
  const informations = far.map((distance, row) => spread[row] * distance ** 2);
  const information = weighedSum(x.length, column, (row) => informations[row]);
  if (!(information > noSpread * all)) return null;
  const values = residualsOf(column, offsetOf(before, before)).map((residual, row) => residual * far[row]);
  return { values, far, informations, information, score: weighedSum(x.length, column, (row) => values[row]) };
}

/** Logistic regression of the outcomes on the log odds; a weak ridge keeps it finite where outcomes are separated. */
export function coxSlope(z: Float64Array, y: Numbers, { weights }: LabelRows): number {
  const weight = z.map((_, row) => (weights ? weights[row] : 1));
  const [slope] = fitPenalised({
    design: Float64Array.from({ length: 2 * z.length }, (_, at) => (at % 2 === 0 ? z[at / 2] : 1)),
    columns: 2,
    weight,
    target: weight.map((one, row) => one * y[row]),
    ridge: [0.01, 0.01],
    centre: [1, 0],
  });
  return slope;
}
