import { normalQuantile } from '../distribution/normal';
import { studentQuantile } from '../distribution/student';

/**
 * A share that changes row by row, with the number of independent rows that it tells as much as: what `clusteredShare` counts of all
 * rows at once, so that a curve of 100,000 thresholds takes one pass.
 * @see clusteredShare
 */
export class ShareTally {
  private readonly sizes: Float64Array;
  private readonly hits: Float64Array;
  private all = 0;
  private yes = 0;
  private squares = 0;
  private sizeSquares = 0;
  private hitSquares = 0;
  private cross = 0;
  private documents = 0;

  /** @param units number of documents */
  constructor(units: number) {
    this.sizes = new Float64Array(units);
    this.hits = new Float64Array(units);
  }

  /** Adds a row that is no hit yet. */
  add(unit: number, weight: number): void {
    const { sizes, hits } = this;
    if (sizes[unit] === 0 && weight > 0) this.documents += 1;
    this.all += weight;
    this.squares += weight * weight;
    this.sizeSquares += weight * (2 * sizes[unit] + weight);
    this.cross += weight * hits[unit];
    sizes[unit] += weight;
  }

  /** Makes a hit of a row that was added. */
  hit(unit: number, weight: number): void {
    const { sizes, hits } = this;
    this.yes += weight;
    this.hitSquares += weight * (2 * hits[unit] + weight);
    this.cross += weight * sizes[unit];
    hits[unit] += weight;
  }

  /** Sum of weights, of all rows and of the hits. */
  get sums(): { all: number; yes: number } {
    return { all: this.all, yes: this.yes };
  }

  /** The effective number of documents by their weights alone, whatever came true; 0 without weight. @see Kish 1965 */
  get planned(): number {
    return this.all === 0 ? 0 : (this.all * this.all) / this.sizeSquares;
  }

  /** The effective number of rows; 0 without weight. */
  get effective(): number {
    const { all, yes, documents } = this;
    if (all === 0) return 0;
    const [least, most] = [this.planned, (all * all) / this.squares];
    const share = yes / all;
    // One row a document: both are the same but for rounding. A share of 0 or 1 shows nothing of how alike rows are.
    if (documents < 2 || most <= least * (1 + 1e-9) || yes === 0 || yes >= all) return least;
    const spread = this.hitSquares - 2 * share * this.cross + share * share * this.sizeSquares;
    const variance = ((documents / (documents - 1)) * spread) / (all * all);
    if (variance <= 1e-15) return most;
    return Math.min(most, Math.max(least, ((share * (1 - share)) / variance) * fewerBy(documents - 1)));
  }
}

const half = normalQuantile(0.975);
const known = new Map<number, number>();

/** How much less a variance of so many degrees of freedom tells than a known one: the square of the normal quantile over Student's. */
function fewerBy(degrees: number): number {
  // Student's quantile takes microseconds; its series is exact to 1e-7 from a hundred degrees on (Abramowitz and Stegun 26.7.5).
  if (degrees > 100) {
    const quantile =
      half + (half ** 3 + half) / (4 * degrees) + (5 * half ** 5 + 16 * half ** 3 + 3 * half) / (96 * degrees ** 2);
    return (half / quantile) ** 2;
  }
  const found = known.get(degrees) ?? (half / studentQuantile(0.975, degrees)) ** 2;
  known.set(degrees, found);
  return found;
}
