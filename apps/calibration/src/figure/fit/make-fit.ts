import { minLabelsToFit } from '@app/report';
import {
  ReadWith,
  StoredFit,
  fitBool,
  fitChoice,
  fitScore,
  readChoice,
  readMap,
  readScore,
  readWeights,
  storedBool,
} from '@app/statistics';
import { featuresOf, partsOf } from '../../outcome/label/label-beside';
import { LabelSet, classRows, rowOf, widthOf } from '../../outcome/label/label-set';
import { padded, unpadded } from '../../outcome/label/varied-row';

/** A new fit, the losses that decided its map, and its held-out reads. */
export interface MadeFit {
  stored: StoredFit;
  readWith: ReadWith;
  /** Mean cross-fitted log loss of each candidate, in nats. */
  losses: Record<string, number>;
  /** The candidate that was chosen. */
  chosen: string;
  /** `width` probabilities for each label, from a fit and a choice that did not know the label. */
  heldOut: Float64Array;
  /** Held-out reads of the features alone; null without features, or with too few labels for them. */
  featuresOnly: Float64Array | null;
}

/** A fit needs at least this many labels; fewer leave nothing to choose by. @see methods: calibration maps */
export const minLabels = minLabelsToFit;

/**
 * The fit of one version and epoch: of the raw reading, the calibration maps and the weights of parts and features, the one
 * with the least cross-fitted log loss. Takes seconds at 100,000 labels: run it in a thread.
 * @param floor of the engine's probability grid, see `floorOfStep`
 */
export function makeFit(set: LabelSet, floor: number): MadeFit {
  const { form, units } = set;
  const width = widthOf(form);
  if (form.type === 'bool') return makeBool(set, floor);
  const { dists, y } = classRows(set, set.reads);
  if (form.type === 'choice') {
    const { optionsVary } = form;
    const { map, losses, heldOut } = fitChoice({ dists, y, units, floor, optionsVary });
    const stored: StoredFit = { type: 'choice', options: optionsVary ? null : form.options, map };
    const reads = flat(optionsVary ? heldOut.map(padded) : heldOut, width);
    return { stored, ...choiceOf(map.kind, losses), heldOut: reads, featuresOnly: null };
  }
  const { map, losses, heldOut } = fitScore({ dists, y, units, floor });
  const stored: StoredFit = { type: 'score', levels: form.levels, map };
  return { stored, ...choiceOf(map.kind, losses), heldOut: flat(heldOut, width), featuresOnly: null };
}

function makeBool({ form, reads, y, units, features, parts }: LabelSet, floor: number): MadeFit {
  const tables = {
    features: form.features.length > 0 ? { values: features, columns: form.features.length } : null,
    parts: form.parts.length > 0 ? { values: parts, columns: form.parts.length } : null,
  };
  const fit = fitBool({ p: reads, y, units, floor, ...tables });
  const names = { parts: tables.parts && form.parts, features: form.features };
  return {
    stored: storedBool(fit, { ...names, partReads: tables.parts, floor }),
    readWith: fit.readWith,
    losses: fit.losses,
    chosen: fit.kind,
    heldOut: fit.heldOut.chosen,
    featuresOnly: fit.heldOut.featuresOnly,
  };
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
export function readLabel(stored: StoredFit, set: LabelSet, label: number): Float64Array {
  const row = rowOf(set.reads, widthOf(set.form), label);
  if (stored.type === 'choice') {
    return set.form.optionsVary ? padded(readChoice(stored.map, unpadded(row))) : readChoice(stored.map, row);
  }
  if (stored.type === 'score') return readScore(stored.map, row);
  const weighed =
    stored.weights &&
    readWeights(stored.weights, { number: row[0], features: featuresOf(set, label), parts: partsOf(set, label) });
  return Float64Array.of(weighed ?? readMap(stored.map, row[0]));
}
