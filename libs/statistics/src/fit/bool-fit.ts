import { sortLabels } from '../label/tally';
import { Table } from '../logistic/scale';
import { FeatureSample, FeaturesFit, fitFeatures, readFeatures } from '../map/features';
import { MapKind, ProbabilityMap, readMap } from '../map/probability-map';
import { Numbers } from '../number/numbers';
import { defaultFloor, logLossOf } from '../number/probability';
import { crossFit, dealFolds } from '../fold/folds';
import { leastLoss, nest } from '../fold/nested';
import { meanOfParts } from '../reading/combine';
import { allowedMap } from './allowed-map';
import { BoolKind, boolCandidates } from './bool-kinds';

/** How `calibrated` of a bool is made. */
export type ReadWith = 'raw' | 'calibrated' | 'features';

/** Labelled answers of one version and epoch, in a stable order (a hash of the document's id). */
export interface BoolSample {
  /** The engine's probability, in [0, 1]. Not read of a composite judgment, whose labels may have p of several combiners. */
  p: Numbers;
  /** 1 when the answer was yes, else 0. */
  y: Numbers;
  weights?: Numbers | null;
  /** Document of each row as a number. Rows of one document share a fold and count once in every test. */
  units?: Numbers | null;
  /** Numbers stored with the answers; NaN means missing. */
  features?: Table | null;
  /** Probabilities of a composite's parts; `raw` is then sigma of the mean of their log odds. */
  parts?: Table | null;
  /** The engine's floor, see `floorOfStep`. */
  floor?: number;
}

/** The fit of a bool judgment. All members but `heldOut` are plain numbers, to be stored as JSON. */
export interface BoolFit {
  readWith: ReadWith;
  /** The candidate that won. */
  kind: BoolKind;
  /** The best map that is not raw; raw when the labels allow no other. */
  map: ProbabilityMap;
  /** The weights of the parts without features, when they took part in the choice. */
  parts: FeaturesFit | null;
  features: FeaturesFit | null;
  /** Mean 10-fold log loss of each candidate, in nats. The choice uses them; do not report them. */
  losses: Partial<Record<BoolKind, number>>;
  heldOut: {
    /** Nested reads of the whole procedure; report these. */
    chosen: Float64Array;
    /** Nested reads of the best map that is not raw; null when there is none. */
    calibrated: Float64Array | null;
    features: Float64Array | null;
    /** Nested reads of the features without the engine. */
    featuresOnly: Float64Array | null;
  };
}

/**
 * Chooses among raw, calibrated and features by the least 10-fold log loss, and fits the choice on all labels.
 * Takes seconds for 100,000 labels: run it in a worker thread.
 * @see docs/methods.md#maps-of-one-probability, docs/methods.md#cross-fitting,
 *   docs/methods.md#the-choice-of-the-reading
 */
export function fitBool(sample: BoolSample): BoolFit {
  const { y, weights, units, floor = defaultFloor } = sample;
  const p = sample.parts ? meanOfParts(sample.parts, floor) : sample.p;
  const sorted = sortLabels(p, y, weights);
  const candidates = boolCandidates(y, {
    features: sample.features?.columns ?? 0,
    parts: sample.parts?.columns ?? 0,
  });
  const mapOf = new Map(candidates.filter(isMap).map((kind) => [kind, allowedMap(kind, sorted, { floor, units })]));
  const kinds = candidates.filter((kind) => !isMap(kind) || mapOf.get(kind));
  const samples = { parts: columnsOf(sample, p, false), features: columnsOf(sample, p, true) };
  const whole = {
    parts: kinds.includes('parts') ? fitFeatures(samples.parts, { floor }) : null,
    features: kinds.includes('features') ? fitFeatures(samples.features, { floor }) : null,
  };
  /** A part of the labels that does not allow a kind reads with Platt's map, the simplest that they always allow. */
  const mapFrom = (kind: MapKind, keep: Uint8Array): ProbabilityMap => {
    const warm = mapOf.get(kind) ?? undefined;
    return allowedMap(kind, sorted, { floor, keep, warm, units }) ?? mapFrom('platt', keep);
  };
  const learn = (kind: BoolKind, keep: Uint8Array) => {
    if (kind === 'raw') return (row: number) => p[row];
    if (isMap(kind)) {
      const map = mapFrom(kind, keep);
      return (row: number) => readMap(map, p[row]);
    }
    const warm = whole[kind] ?? undefined;
    return rowReader(samples[kind], fitFeatures(samples[kind], { floor, keep, warm }));
  };
  const loss = (row: number, read: number) => logLossOf(read, y[row], floor);
  const result = nest({ kinds, learn, loss, y, weights, units });
  const maps = kinds.filter((kind) => isMap(kind) && kind !== 'raw') as MapKind[];
  const best = maps.length > 0 ? leastLoss(maps, result.losses) : 'raw';
  return {
    readWith: readWithOf(result.kind),
    kind: result.kind,
    map: mapOf.get(best) ?? { kind: 'raw' },
    ...whole,
    losses: result.losses,
    heldOut: {
      chosen: Float64Array.from(result.heldOut),
      calibrated: maps.length > 0 ? Float64Array.from(result.among(maps)) : null,
      features: whole.features && Float64Array.from(result.reads.features),
      featuresOnly: whole.features && featuresAlone(sample, floor),
    },
  };
}

/** The probability that a fit reads for one answer, in [0, 1]. @param parts [p] for a plain bool */
export function readBool(
  fit: Pick<BoolFit, 'kind' | 'map' | 'parts' | 'features'>,
  p: number,
  parts: Numbers,
  features: Numbers,
) {
  if (fit.kind === 'features' && fit.features) return readFeatures(fit.features, parts, features);
  if (fit.kind === 'parts' && fit.parts) return readFeatures(fit.parts, parts, []);
  return fit.kind === 'raw' ? p : readMap(fit.map, p);
}

function isMap(kind: BoolKind): kind is MapKind {
  return kind !== 'parts' && kind !== 'features';
}

function readWithOf(kind: BoolKind): ReadWith {
  if (kind === 'raw' || kind === 'features') return kind;
  return 'calibrated';
}

const noColumns: Table = { values: new Float64Array(0), columns: 0 };

function columnsOf({ y, weights, features, parts }: BoolSample, p: Numbers, withFeatures: boolean): FeatureSample {
  const engine = parts ?? { values: Float64Array.from(p), columns: 1 };
  return { parts: engine, features: (withFeatures && features) || noColumns, y, weights };
}

function rowReader({ parts, features }: FeatureSample, fit: FeaturesFit) {
  const row = ({ values, columns }: Table, i: number) => values.subarray(i * columns, (i + 1) * columns);
  return (i: number) => readFeatures(fit, row(parts, i), row(features, i));
}

function featuresAlone({ y, weights, units, features }: BoolSample, floor: number): Float64Array | null {
  if (!features) return null;
  const alone = { parts: noColumns, features, y, weights };
  const folds = dealFolds(y, undefined, units);
  const warm = fitFeatures(alone, { floor });
  return Float64Array.from(crossFit(folds, (keep) => rowReader(alone, fitFeatures(alone, { floor, keep, warm }))));
}
