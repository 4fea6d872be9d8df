import { Numbers, quantileOfSorted } from '../number/numbers';
import { type ShareRows, numberUnits } from '../interval/rows';
import { type Random, randomOf } from '../random/random';
import { debiasedError, minLabelsForEce } from './calibration-error';
import { equalMassBins, reportBinCount, summariseBins } from './bins';

/** The reported ECE of perfectly calibrated reads. */
export interface NoiseFloor {
  /** Mean over simulated outcomes, in [0, 1]. */
  mean: number;
  /** 95 % of perfect reads stay at or below this; an ECE above it is evidence of miscalibration at 5 %. */
  high: number;
}

/**
 * The ECE that these reads would have if they were perfect: draws outcomes from the reads many times.
 * @param p reads, in [0, 1]
 * @param resamples 200 by default
 * @param rows documents and weights of the rows, and how alike the outcomes of one document are, see `likenessOfReads`
 * @returns null below 50 rows, like the ECE itself
 * @see Bröcker and Smith 2007 (consistency resampling)
 */
export function eceNoiseFloor(p: Numbers, resamples = 200, seed = 1, rows: AlikeRows = {}): NoiseFloor | null {
  if (p.length < minLabelsForEce) return null;
  const { weights, likeness = 0 } = rows;
  const binOf = equalMassBins(p, reportBinCount(p.length));
  const bins = summariseBins(binOf, p, new Uint8Array(p.length), rows, likeness);
  const places = placesOf(binOf, weights);
  const draw = drawerOf(p, rows, randomOf(seed));
  const errors = Float64Array.from({ length: resamples }, () => {
    const yes = new Float64Array(bins.length);
    draw((row) => (yes[places[row]] += weights ? weights[row] : 1));
    return debiasedError(bins.map((bin, at) => ({ ...bin, observed: yes[at] / bin.weight })));
  }).sort();
  return { mean: errors.reduce((sum, error) => sum + error, 0) / resamples, high: quantileOfSorted(errors, 0.95) };
}

/** Rows of documents whose outcomes are alike. */
export interface AlikeRows extends ShareRows {
  /** In [0, 1]; 0: as if each row were of another document. */
  likeness?: number;
}

/** The place of each row's bin among those with weight. */
function placesOf(binOf: Int32Array, weights?: Numbers | null): Int32Array {
  const filled = new Set<number>();
  binOf.forEach((bin, row) => (weights && weights[row] === 0 ? undefined : filled.add(bin)));
  const places = new Map([...filled].sort((a, b) => a - b).map((bin, place) => [bin, place]));
  return binOf.map((bin) => places.get(bin) ?? 0);
}

/** Draws outcomes of perfect reads: calls `yes` with each row that comes true. */
function drawerOf(p: Numbers, { units, likeness = 0 }: AlikeRows, random: Random) {
  if (!units || likeness === 0) {
    return (yes: (row: number) => void) => {
      for (let row = 0; row < p.length; row += 1) if (random.uniform() < p[row]) yes(row);
    };
  }
  const unitOf = numberUnits(p.length, units);
  const count = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  // Two rows that both follow their document are equal, so that rows correlate by `likeness`.
  const follows = Math.sqrt(likeness);
  return (yes: (row: number) => void) => {
    const ofUnit = Float64Array.from({ length: count }, () => random.uniform());
    for (let row = 0; row < p.length; row += 1) {
      const drawn = random.uniform() < follows ? ofUnit[unitOf[row]] : random.uniform();
      if (drawn < p[row]) yes(row);
    }
  };
}
