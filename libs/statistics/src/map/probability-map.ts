import { IsotonicFit, fitSmoothedIsotonic, readIsotonic } from '../isotonic/isotonic';
import { Tally } from '../label/tally';
import { defaultFloor } from '../number/probability';
import { BetaFit, fitBeta, readBeta } from './beta';
import { PlattFit, fitPlatt, readPlatt } from './platt';

/** A map from the engine's probability to the calibrated one; plain numbers, so that it can be stored as JSON. */
export type ProbabilityMap =
  | { kind: 'raw' }
  | ({ kind: 'platt' } & PlattFit)
  | ({ kind: 'beta' } & BetaFit)
  | ({ kind: 'isotonic' } & IsotonicFit);

export type MapKind = ProbabilityMap['kind'];

/** The kinds, the simplest first; of two that read equally well the earlier wins. */
export const mapKinds: readonly MapKind[] = ['raw', 'platt', 'beta', 'isotonic'];

/** Fits one kind; `isotonic` is the smoothed one. @param warm a fit of the same kind on nearly the same labels */
export function fitMap(kind: MapKind, tally: Tally, floor = defaultFloor, warm?: ProbabilityMap): ProbabilityMap {
  switch (kind) {
    case 'raw':
      return { kind };
    case 'platt':
      return { kind, ...fitPlatt(tally, { floor, start: warm?.kind === kind ? [warm.a, warm.b] : undefined }) };
    case 'beta':
      return { kind, ...fitBeta(tally, floor, warm?.kind === kind ? [warm.a, warm.b, warm.d] : undefined) };
    case 'isotonic':
      return { kind, ...fitSmoothedIsotonic(tally) };
  }
}

/** The calibrated probability of a raw one, in [0, 1]; `raw` returns it unchanged. */
export function readMap(map: ProbabilityMap, p: number): number {
  switch (map.kind) {
    case 'raw':
      return p;
    case 'platt':
      return readPlatt(map, p);
    case 'beta':
      return readBeta(map, p);
    case 'isotonic':
      return readIsotonic(map, p);
  }
}
