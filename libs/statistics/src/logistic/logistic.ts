import { Problem } from '@app/problem';
import { classCounts } from '../label/labels';
import { Numbers } from '../number/numbers';
import { sigmoid } from '../number/probability';
import { fitPenalised } from './penalised';
import { Scale, Table, scaleOf, scaled } from './scale';

/** A fitted logistic regression on scaled columns; plain numbers, so that it can be stored as JSON. */
export interface LogisticFit extends Scale {
  intercept: number;
  /** One for each column, on the scaled value. */
  coef: number[];
}

/**
 * Refuses labels of one class, since a regression would learn only the class.
 * @throws Problem `insufficient_labels`, reason `one_class`
 */
export function assertBothClasses(y: Numbers): void {
  const { positives, negatives } = classCounts(y);
  if (positives > 0 && negatives > 0) return;
  throw new Problem('insufficient_labels', 'All labels have the same value; post outcomes of the other value too.', {
    reason: 'one_class',
  });
}

/**
 * Logistic regression with a free intercept and the penalty lambda/2 |beta|² on scaled columns. A missing value counts as
 * the mean.
 * @param lambda at least 0; 1/C of scikit-learn
 * @param weights used in the fit, not in the scale
 * @throws Problem `insufficient_labels`, reason `one_class`
 * @see scikit-learn `LogisticRegression(C=1/lambda)` after `StandardScaler`; docs/methods.md#the-choice-of-the-reading
 */
export function fitLogistic(table: Table, y: Numbers, lambda: number, weights?: Numbers | null): LogisticFit {
  assertBothClasses(y);
  const scale = scaleOf(table);
  const columns = table.columns + 1;
  const design = new Float64Array(y.length * columns);
  for (let i = 0; i < y.length; i += 1) {
    for (let j = 0; j < table.columns; j += 1) {
      design[i * columns + j] = scaled(scale, j, table.values[i * table.columns + j]);
    }
    design[i * columns + table.columns] = 1;
  }
  const weight = Float64Array.from({ length: y.length }, (_, i) => (weights ? weights[i] : 1));
  const fitted = fitPenalised({
    design,
    columns,
    weight,
    target: weight.map((w, i) => w * y[i]),
    ridge: Float64Array.from({ length: columns }, (_, j) => (j < table.columns ? lambda : 0)),
    centre: new Float64Array(columns),
  });
  return { ...scale, intercept: fitted[table.columns], coef: [...fitted.subarray(0, table.columns)] };
}

/** Probability of yes for each row of a table with the fit's columns, in [0, 1]. */
export function readLogistic(fit: LogisticFit, { values, columns }: Table): Float64Array {
  const n = columns === 0 ? 0 : values.length / columns;
  return Float64Array.from({ length: n }, (_, i) => {
    const u = fit.coef.reduce((sum, b, j) => sum + b * scaled(fit, j, values[i * columns + j]), fit.intercept);
    return sigmoid(u);
  });
}
