import { nest } from '../fold/nested';
import { Numbers } from '../number/numbers';
import { defaultFloor } from '../number/probability';
import { ScoreLabels, fitOrdinal } from '../score/ordinal';
import { ScoreMap, readScore } from '../score/score-map';

/** Labelled scores with a distribution over the levels, in a stable order. */
export interface ScoreSample extends ScoreLabels {
  units?: Numbers | null;
  floor?: number;
}

export interface ScoreFit {
  map: ScoreMap;
  /** Mean 10-fold log loss of the level that came true, in nats. */
  losses: Partial<Record<ScoreMap['kind'], number>>;
  /** Nested reads, each a distribution over the levels. */
  heldOut: Float64Array[];
}

/** Below this number of labels a score is read raw. */
const minLabels = 10;

/** Chooses between raw and proportional odds by the least 10-fold log loss. @see docs/methods.md#choice-and-score */
export function fitScore({ dists, y, weights, units, floor = defaultFloor }: ScoreSample): ScoreFit {
  const distinct = new Set(Array.from(y)).size;
  const kinds: ScoreMap['kind'][] = dists.length < minLabels || distinct < 2 ? ['raw'] : ['raw', 'ordinal'];
  const fit = (kind: ScoreMap['kind'], keep?: Uint8Array, warm?: ScoreMap): ScoreMap => {
    if (kind === 'raw') return { kind };
    const rows = keep ? Array.from(keep.keys()).filter((row) => keep[row]) : Array.from(dists.keys());
    const labels = {
      dists: rows.map((row) => dists[row]),
      y: rows.map((row) => y[row]),
      weights: weights && rows.map((row) => weights[row]),
    };
    const start = warm?.kind === 'ordinal' ? warm : undefined;
    return { kind, ...fitOrdinal(labels, dists[0].length, floor, start) };
  };
  const all = new Map(kinds.map((kind) => [kind, fit(kind)]));
  const result = nest({
    kinds,
    learn: (kind, keep) => {
      const map = fit(kind, keep, all.get(kind));
      return (row: number) => readScore(map, dists[row]);
    },
    loss: (row, read: Float64Array) => -Math.log(Math.max(read[y[row]], floor)),
    y,
    weights,
    units,
  });
  return { map: all.get(result.kind) ?? { kind: 'raw' }, losses: result.losses, heldOut: result.heldOut };
}
