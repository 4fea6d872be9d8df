import { Tally } from '../label/tally';
import { Numbers } from '../number/numbers';

/** An increasing map: linear between knots, constant outside. Plain numbers, to be stored as JSON. */
export interface IsotonicFit {
  /** Knots, ascending. */
  x: number[];
  /** Value at each knot, in non-decreasing order. */
  y: number[];
}

interface Block {
  /** Index of the last point of the block. */
  end: number;
  value: number;
  weight: number;
}

/**
 * Pool-adjacent-violators: the non-decreasing values that are nearest to `values` in weighted squares. Neighbours of equal
 * value form one block.
 * @returns blocks, ascending
 * @see Ayer 1955; Best and Chakravarti 1990; O(n)
 */
export function poolViolators(values: Numbers, weights: Numbers): Block[] {
  const blocks: Block[] = [];
  for (let i = 0; i < values.length; i += 1) {
    let block: Block = { end: i, value: values[i], weight: weights[i] };
    for (let last = blocks.at(-1); last && last.value >= block.value; last = blocks.at(-1)) {
      blocks.pop();
      const weight = last.weight + block.weight;
      block = { end: i, value: (last.value * last.weight + block.value * block.weight) / weight, weight };
    }
    blocks.push(block);
  }
  return blocks;
}

function knotsOf(x: Numbers, blocks: Block[]): IsotonicFit {
  const fit: IsotonicFit = { x: [], y: [] };
  let start = 0;
  for (const { end, value } of blocks) {
    // All values of a block are equal, so its ends suffice.
    for (const at of start === end ? [end] : [start, end]) {
      fit.x.push(x[at]);
      fit.y.push(value);
    }
    start = end + 1;
  }
  return fit;
}

/**
 * Isotonic regression of outcomes on reads. It gives 0 and 1 at the ends, so use it for a mean outcome such as a score, and
 * not for probabilities that are scored by log loss.
 * @see scikit-learn `IsotonicRegression(out_of_bounds="clip")`; docs/methods.md#maps-of-one-probability,
 *   docs/methods.md#choice-and-score
 */
export function fitIsotonic({ x, weight, sum }: Tally): IsotonicFit {
  const means = sum.map((total, i) => total / weight[i]);
  return knotsOf(x, poolViolators(means, weight));
}

/**
 * Isotonic regression that avoids 0 and 1: each block's share v moves to (v n_b + 2 pi) / (n_b + 2), pi the smoothed base
 * rate (sum wy + 1) / (sum w + 2), and the blocks are pooled again, since unequal shrinking can break the order.
 * @returns values strictly within (0, 1)
 * @see docs/methods.md#maps-of-one-probability
 */
export function fitSmoothedIsotonic({ x, weight, sum }: Tally): IsotonicFit {
  const total = weight.reduce((all, w) => all + w, 0);
  const rate = (sum.reduce((all, s) => all + s, 0) + 1) / (total + 2);
  const blocks = poolViolators(
    sum.map((s, i) => s / weight[i]),
    weight,
  );
  const again = poolViolators(
    blocks.map((block) => (block.value * block.weight + 2 * rate) / (block.weight + 2)),
    blocks.map((block) => block.weight + 2),
  );
  return knotsOf(
    x,
    again.map((block) => ({ ...block, end: blocks[block.end].end })),
  );
}

/** The map's value at `x`. */
export function readIsotonic({ x, y }: IsotonicFit, at: number): number {
  let low = 0;
  let high = x.length - 1;
  if (at <= x[low]) return y[low];
  if (at >= x[high]) return y[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle] <= at) low = middle;
    else high = middle;
  }
  return y[low] + ((y[high] - y[low]) * (at - x[low])) / (x[high] - x[low]);
}
