import { StoredFit, fitBool, fitChoice, fitScore, readChoice, readMap, readScore } from '@app/statistics';
import { LabelSet, rowsOf, widthOf } from '../label/label-set';

/** A new fit, the losses that decided its map, and its held-out reads. */
export interface MadeFit {
  stored: StoredFit;
  readWith: 'raw' | 'calibrated';
  /** Mean cross-fitted log loss of each candidate map, in nats. */
  losses: Record<string, number>;
  /** The candidate that was chosen. */
  chosen: string;
  /** `width` probabilities for each label, from a fit and a choice that did not know the label. */
  heldOut: Float64Array;
}

/** A fit needs at least this many labels; fewer leave nothing to choose by. @see methods: calibration maps */
export const minLabels = 10;

/**
 * The fit of one version and epoch: of the raw and the calibrated maps, the one with the least cross-fitted log loss.
 * Takes seconds at 100,000 labels: run it in a thread.
 * @param floor of the engine's probability grid, see `floorOfStep`
 */
export function makeFit(set: LabelSet, floor: number): MadeFit {
  const { form, y, units } = set;
  const width = widthOf(form);
  if (form.type === 'bool') {
    const { readWith, map, losses, heldOut } = fitBool({ p: set.reads, y, units, floor });
    const isRaw = readWith !== 'calibrated';
    return {
      stored: { type: 'bool', map: isRaw ? { kind: 'raw' } : map },
      readWith: isRaw ? 'raw' : 'calibrated',
      losses: losses as Record<string, number>,
      chosen: isRaw ? 'raw' : map.kind,
      heldOut: heldOut.chosen,
    };
  }
  const dists = rowsOf(set.reads, width);
  if (form.type === 'choice') {
    const { map, losses, heldOut } = fitChoice({ dists, y, units, floor });
    const stored: StoredFit = { type: 'choice', options: form.options, map };
    return { stored, ...choiceOf(map.kind, losses), heldOut: flat(heldOut, width) };
  }
  const { map, losses, heldOut } = fitScore({ dists, y, units, floor });
  const stored: StoredFit = { type: 'score', levels: form.levels, map };
  return { stored, ...choiceOf(map.kind, losses), heldOut: flat(heldOut, width) };
}

function choiceOf(chosen: string, losses: Partial<Record<string, number>>) {
  return {
    readWith: chosen === 'raw' ? ('raw' as const) : ('calibrated' as const),
    losses: losses as Record<string, number>,
    chosen,
  };
}

function flat(rows: readonly Float64Array[], width: number): Float64Array {
  const all = new Float64Array(rows.length * width);
  rows.forEach((row, i) => all.set(row, i * width));
  return all;
}

/** How a fit reads one label that it was not made of: `width` probabilities. */
export function readLabel(stored: StoredFit, row: Float64Array): Float64Array {
  if (stored.type === 'bool') return Float64Array.of(readMap(stored.map, row[0]));
  return stored.type === 'choice' ? readChoice(stored.map, row) : readScore(stored.map, row);
}
