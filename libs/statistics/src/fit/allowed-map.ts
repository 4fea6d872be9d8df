import { SortedLabels, Tally, tallyOf, tallyTotals } from '../label/tally';
import { directionOf } from '../map/direction';
import { MapKind, ProbabilityMap, fitMap } from '../map/probability-map';
import type { Numbers } from '../number/numbers';
import { logit } from '../number/probability';
import { aurocFigure } from './held-out';
import { rankingEvidence } from './ranking-evidence';

export interface MapOptions {
  floor: number;
  /** 1 for each row to learn from; default: all rows. */
  keep?: Uint8Array;
  /** Document of each row; absent: each row has one of its own. */
  units?: Numbers | null;
  /** A fit of the same kind on nearly the same labels. */
  warm?: ProbabilityMap;
}

/**
 * The map of a kind that these labels allow. A map that turns is none: it would read an answer as likelier than another one
 * for which the engine said more. A falling map needs labels that rank backwards beyond noise, by document.
 * @returns for Platt the base rate in place of a falling map; null for another kind
 * @see docs/methods.md#maps-of-one-probability
 */
export function allowedMap(kind: MapKind, sorted: SortedLabels, options: MapOptions): ProbabilityMap | null {
  const { floor, keep, warm, units } = options;
  const tally = tallyOf(sorted, keep);
  const map = fitMap(kind, tally, floor, warm);
  const direction = directionOf(map);
  if (direction === 1) return map;
  if (direction === -1 && ranksBackwards(sorted, { keep, units })) return map;
  return kind === 'platt' ? baseRateMap(tally, floor) : null;
}

/** Reads every answer as the smoothed share of yes, (N1 + 1)/(N + 2). */
function baseRateMap(tally: Tally, floor: number): ProbabilityMap {
  const { positives, negatives } = tallyTotals(tally);
  return { kind: 'platt', a: 0, b: logit((positives + 1) / (positives + negatives + 2), floor), floor };
}

/** Whether the whole interval of AUROC lies below 0.5. */
function ranksBackwards({ x, y, order }: SortedLabels, { keep, units }: Pick<MapOptions, 'keep' | 'units'>): boolean {
  const rows = keep ? order.filter((row) => keep[row]) : order;
  const [p, happened] = [Float64Array.from(rows, (row) => x[row]), Float64Array.from(rows, (row) => y[row])];
  const documents = units && Float64Array.from(rows, (row) => units[row]);
  return rankingEvidence(aurocFigure(p, happened, { units: documents })) === 'backwards';
}
