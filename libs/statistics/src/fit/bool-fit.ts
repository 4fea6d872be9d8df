import { classCounts } from '../label/labels';
import { sortLabels, tallyOf } from '../label/tally';
import { Table } from '../logistic/scale';
import { FeatureSample, FeaturesFit, fitFeatures, readFeatures } from '../map/features';
import { MapKind, ProbabilityMap, fitMap, mapKinds, readMap } from '../map/probability-map';
import { Numbers } from '../number/numbers';
import { defaultFloor, logLossOf } from '../number/probability';
import { crossFit, dealFolds } from '../fold/folds';
import { leastLoss, nest } from '../fold/nested';

/** How `calibrated` of a bool is made. */
export type ReadWith = 'raw' | 'calibrated' | 'features';

/** Labelled answers of one version and epoch, in a stable order (a hash of the document's id). */
export interface BoolSample {
  /** The engine's probability, or of a composite the probability of its combiner; in [0, 1]. */
  p: Numbers;
  /** 1 when the answer was yes, else 0. */
  y: Numbers;
  weights?: Numbers | null;
  /** Document of each row as a number. Rows of one document share a fold and count once in every test. */
  units?: Numbers | null;
  /** Numbers stored with the answers; NaN means missing. */
  features?: Table | null;
  /** Probabilities of a composite's parts. */
  parts?: Table | null;
  /** The engine's floor, see `floorOfStep`. */
  floor?: number;
}

/** The fit of a bool judgment. All members but `heldOut` are plain numbers, to be stored as JSON. */
export interface BoolFit {
  readWith: ReadWith;
  /** The best map that is not raw; raw when the labels allow no other. */
  map: ProbabilityMap;
  features: FeaturesFit | null;
  /** Mean 10-fold log loss of each candidate, in nats. The choice uses them; do not report them. */
  losses: Partial<Record<MapKind | 'features', number>>;
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
 * Numbers of labels from which on richer readings take part.
 * @see docs/methods.md#maps-of-one-probability, docs/methods.md#the-choice-of-the-reading
 */
export const minLabelsToChoose = {
  platt: { labels: 10, ofEachClass: 1 },
  features: { labels: 30, ofEachClass: 10 },
  maps: { labels: 200, ofEachClass: 20 },
};

/** The candidates that these labels allow, the simplest first. */
export function boolCandidates(y: Numbers, hasFeatures: boolean): readonly (MapKind | 'features')[] {
  const { n, positives, negatives } = classCounts(y);
  const allows = ({ labels, ofEachClass }: { labels: number; ofEachClass: number }) =>
    n >= labels && Math.min(positives, negatives) >= ofEachClass;
  const maps = mapKinds.filter((kind) => {
    if (kind === 'raw') return true;
    return allows(kind === 'platt' ? minLabelsToChoose.platt : minLabelsToChoose.maps);
  });
  return hasFeatures && allows(minLabelsToChoose.features) ? [...maps, 'features'] : maps;
}

/**
 * Chooses among raw, calibrated and features by the least 10-fold log loss, and fits the choice on all labels.
 * Takes seconds for 100,000 labels: run it in a worker thread.
 * @see docs/methods.md#maps-of-one-probability, docs/methods.md#cross-fitting,
 *   docs/methods.md#the-choice-of-the-reading
 */
export function fitBool(sample: BoolSample): BoolFit {
  const { p, y, weights, units, floor = defaultFloor } = sample;
  const featureSample = featureSampleOf(sample);
  const kinds = boolCandidates(y, featureSample !== null);
  const sorted = sortLabels(p, y, weights);
  const all = tallyOf(sorted);
  const mapOf = new Map(kinds.flatMap((kind) => (kind === 'features' ? [] : [[kind, fitMap(kind, all, floor)]])));
  const features = featureSample && kinds.includes('features') ? fitFeatures(featureSample, { floor }) : null;
  const learn = (kind: MapKind | 'features', keep: Uint8Array) => {
    if (kind !== 'features') {
      const map = fitMap(kind, kind === 'raw' ? all : tallyOf(sorted, keep), floor, mapOf.get(kind));
      return (row: number) => readMap(map, p[row]);
    }
    if (!featureSample || !features) throw new RangeError('There are no features to learn.');
    return featureReader(featureSample, fitFeatures(featureSample, { floor, keep, warm: features }));
  };
  const loss = (row: number, read: number) => logLossOf(read, y[row], floor);
  const result = nest({ kinds, learn, loss, y, weights, units });
  const maps = kinds.filter((kind) => kind !== 'raw' && kind !== 'features');
  const best = maps.length > 0 ? leastLoss(maps, result.losses) : 'raw';
  const calibratedOrRaw = result.kind === 'raw' ? 'raw' : 'calibrated';
  return {
    readWith: result.kind === 'features' ? 'features' : calibratedOrRaw,
    map: mapOf.get(best) ?? { kind: 'raw' },
    features,
    losses: result.losses,
    heldOut: {
      chosen: Float64Array.from(result.heldOut),
      calibrated: maps.length > 0 ? Float64Array.from(result.among(maps)) : null,
      features: features && Float64Array.from(result.reads.features),
      featuresOnly: features && featuresAlone(sample, floor),
    },
  };
}

/** The probability that a fit reads for one answer, in [0, 1]. @param parts [p] for a plain bool */
export function readBool(
  fit: Pick<BoolFit, 'readWith' | 'map' | 'features'>,
  p: number,
  parts: Numbers,
  features: Numbers,
) {
  if (fit.readWith === 'features' && fit.features) return readFeatures(fit.features, parts, features);
  return fit.readWith === 'raw' ? p : readMap(fit.map, p);
}

const noColumns: Table = { values: new Float64Array(0), columns: 0 };

function featureSampleOf({ p, y, weights, features, parts }: BoolSample): FeatureSample | null {
  if (!features && !parts) return null;
  const engine = parts ?? { values: Float64Array.from(p), columns: 1 };
  return { parts: engine, features: features ?? noColumns, y, weights };
}

function featureReader({ parts, features }: FeatureSample, fit: FeaturesFit) {
  const row = ({ values, columns }: Table, i: number) => values.subarray(i * columns, (i + 1) * columns);
  return (i: number) => readFeatures(fit, row(parts, i), row(features, i));
}

function featuresAlone({ y, weights, units, features }: BoolSample, floor: number): Float64Array | null {
  if (!features) return null;
  const alone = { parts: noColumns, features, y, weights };
  const folds = dealFolds(y, undefined, units);
  return Float64Array.from(crossFit(folds, (keep) => featureReader(alone, fitFeatures(alone, { floor, keep }))));
}
