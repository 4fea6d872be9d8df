import { minimise } from '../number/newton';
import { Numbers } from '../number/numbers';
import { ChoiceLabels, softmaxInPlace } from './temperature';

/** dist' ~ e^(slope_k L_k + bias_k): one slope for all options (temperature with class bias) or one for each (vector). */
export interface LinearFit {
  /** One entry (shared) or one for each option. */
  slopes: number[];
  /** One for each option, in log odds. */
  biases: number[];
}

/** Penalties that pull the slopes toward 1 and the biases toward 0. */
const [slopeRidge, biasRidge] = [4, 1];

/**
 * Fits class bias (`shared`) or vector scaling by Newton's method with halving on sum CE + 4/2 (s - 1)² + 1/2 b².
 * @param options number of options of every row; only temperature can fit rows of different lengths
 * @param warm a fit of the same form on nearly the same labels
 * @throws RangeError when a row has another number of options
 * @see Guo 2017; docs/methods.md#choice-and-score
 */
export function fitLinear(
  { logits, y, weights }: ChoiceLabels,
  options: number,
  shared: boolean,
  warm?: LinearFit,
): LinearFit {
  if (logits.some((row) => row.length !== options)) throw new RangeError(`Every row needs ${options} options.`);
  const slopes = shared ? 1 : options;
  const size = slopes + options;
  const curve = (at: Float64Array) => {
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    const room = new Float64Array(options);
    let value = 0;
    for (let i = 0; i < logits.length; i += 1) {
      const w = weights ? weights[i] : 1;
      if (w === 0) continue;
      const dist = softmaxInPlace(linearForm(at, slopes, logits[i], room));
      value -= w * Math.log(Math.max(dist[y[i]], Number.MIN_VALUE));
      addRow(gradient, hessian, dist, logits[i], y[i], w, slopes);
    }
    for (let j = 0; j < size; j += 1) {
      const ridge = j < slopes ? slopeRidge : biasRidge;
      const away = at[j] - (j < slopes ? 1 : 0);
      value += (ridge * away * away) / 2;
      gradient[j] += ridge * away;
      hessian[j * size + j] += ridge;
    }
    return { value, gradient, hessian };
  };
  const start = warm ? [...warm.slopes, ...warm.biases] : Array.from({ length: size }, (_, j) => (j < slopes ? 1 : 0));
  const fitted = minimise(curve, start);
  return { slopes: [...fitted.subarray(0, slopes)], biases: [...fitted.subarray(slopes)] };
}

function linearForm(at: Numbers, slopes: number, row: Numbers, room: Float64Array): Float64Array {
  for (let k = 0; k < row.length; k += 1) room[k] = at[slopes === 1 ? 0 : k] * row[k] + at[slopes + k];
  return room;
}

/** Adds one row's gradient and the lower triangle of its Hessian. */
function addRow(
  gradient: Float64Array,
  hessian: Float64Array,
  dist: Float64Array,
  row: Numbers,
  y: number,
  w: number,
  slopes: number,
): void {
  const size = gradient.length;
  let mean = 0;
  for (let k = 0; k < dist.length; k += 1) mean += dist[k] * row[k];
  for (let k = 0; k < dist.length; k += 1) {
    const residual = w * (dist[k] - (k === y ? 1 : 0));
    gradient[slopes === 1 ? 0 : k] += residual * row[k];
    gradient[slopes + k] += residual;
    const bias = (slopes + k) * size;
    if (slopes === 1) {
      hessian[0] += w * dist[k] * row[k] * (row[k] - mean);
      hessian[bias] += w * dist[k] * (row[k] - mean);
    }
    // The blocks of the biases and of the slopes are symmetric; all cells between them lie below the diagonal.
    for (let l = 0; l < (slopes === 1 ? k + 1 : dist.length); l += 1) {
      const covariance = w * dist[k] * ((k === l ? 1 : 0) - dist[l]);
      if (slopes > 1) hessian[bias + l] += covariance * row[l];
      if (l > k) continue;
      hessian[bias + slopes + l] += covariance;
      if (slopes > 1) hessian[k * size + l] += covariance * row[k] * row[l];
    }
  }
}

/** The calibrated distribution of one row, summing to 1. */
export function readLinear({ slopes, biases }: LinearFit, logits: Numbers): Float64Array {
  return softmaxInPlace(linearForm([...slopes, ...biases], slopes.length, logits, new Float64Array(logits.length)));
}
