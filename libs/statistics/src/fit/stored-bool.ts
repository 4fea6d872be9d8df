import { Table } from '../logistic/scale';
import { typicalLogits } from '../map/features';
import { StoredFit } from '../reading/stored-fit';
import { ColumnNames, StoredWeights, weightsOfFit } from '../reading/weights';
import { BoolFit } from './bool-fit';

/** What a bool's fit was made of, by the names of its columns. */
export interface BoolNames extends ColumnNames {
  /** Probabilities of the parts of a composite judgment; null for another one. */
  partReads: Table | null;
  floor: number;
}

/**
 * The fit of a bool as it is stored and replicated. A composite judgment always has weights: its combiner needs them also
 * where the labels chose the plain mean of the parts, or one Platt map of it.
 */
export function storedBool(fit: BoolFit, names: BoolNames): Extract<StoredFit, { type: 'bool' }> {
  const { kind, map, parts, features } = fit;
  if (kind === 'features' && features) return { type: 'bool', map, weights: weightsOfFit(features, names) };
  if (names.parts === null) return { type: 'bool', map: kind === 'raw' ? { kind } : map };
  const own = { ...names, features: [] };
  if (kind === 'parts' && parts) return { type: 'bool', map, weights: weightsOfFit(parts, own) };
  return { type: 'bool', map: kind === 'raw' ? { kind } : map, weights: evenWeights(fit, names) };
}

/** Weights under which all parts count the same. */
function evenWeights({ kind, map }: BoolFit, { parts, partReads, floor }: BoolNames): StoredWeights {
  const names = parts ?? [];
  const { a, b } = kind !== 'raw' && map.kind === 'platt' ? map : { a: 1, b: 0 };
  const typical = partReads ? typicalLogits(partReads, floor) : names.map(() => 0);
  return {
    intercept: b,
    slope: null,
    features: [],
    floor,
    parts: names.map((name, j) => ({ name, slope: a / names.length, typical: typical[j] })),
  };
}
