/**
 * Solves H x = g for a symmetric matrix that is positive definite or nearly so. A flat direction (equal reads, or a repeated
 * column) gets the smallest jitter with which the factorisation exists, so that the step in it stays 0.
 * @param h row-major, `size` by `size`; only the lower triangle is used
 * @see Cholesky; Nocedal and Wright 2006, algorithm 3.3
 */
export function solveSymmetric(h: Float64Array, g: Float64Array, size: number): Float64Array {
  let largest = 0;
  for (let i = 0; i < size; i += 1) largest = Math.max(largest, h[i * size + i]);
  for (let jitter = 0; ; jitter = jitter === 0 ? 1e-10 * (largest || 1) : jitter * 10) {
    const factor = choleskyOf(h, size, jitter, 1e-13 * largest);
    if (factor) return substitute(factor, g, size);
  }
}

function choleskyOf(h: Float64Array, size: number, jitter: number, least: number): Float64Array | null {
  const factor = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let value = h[i * size + j] + (i === j ? jitter : 0);
      for (let k = 0; k < j; k += 1) value -= factor[i * size + k] * factor[j * size + k];
      if (i !== j) factor[i * size + j] = value / factor[j * size + j];
      else if (!(value > least)) return null;
      else factor[i * size + i] = Math.sqrt(value);
    }
  }
  return factor;
}

function substitute(factor: Float64Array, g: Float64Array, size: number): Float64Array {
  const x = Float64Array.from(g);
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] -= factor[i * size + k] * x[k];
    x[i] /= factor[i * size + i];
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < size; k += 1) x[i] -= factor[k * size + i] * x[k];
    x[i] /= factor[i * size + i];
  }
  return x;
}
