import { classCounts } from '../label/labels';
import { MapKind, mapKinds } from '../map/probability-map';
import { Numbers } from '../number/numbers';

/**
 * Readings of a bool among which its labels choose: a map of p, fitted weights of the parts of a composite judgment, or a
 * regression on p (or the parts) and the features.
 */
export type BoolKind = MapKind | 'parts' | 'features';

/**
 * Numbers of labels from which on richer readings take part.
 * @see docs/methods.md#maps-of-one-probability, docs/methods.md#the-choice-of-the-reading
 */
export const minLabelsToChoose = {
  platt: { labels: 10, ofEachClass: 1 },
  features: { labels: 30, ofEachClass: 10 },
  maps: { labels: 200, ofEachClass: 20 },
};

/** The columns of labels beside p. */
export interface BoolColumns {
  features: number;
  /** 0 for a judgment that is not composite. */
  parts: number;
}

/**
 * The candidates that these labels allow, the simplest first. The weights of a composite judgment must be linear in the
 * parts' log odds, so of the maps it has raw and Platt only.
 */
export function boolCandidates(y: Numbers, columns: BoolColumns): readonly BoolKind[] {
  const { n, positives, negatives } = classCounts(y);
  const allows = ({ labels, ofEachClass }: { labels: number; ofEachClass: number }) =>
    n >= labels && Math.min(positives, negatives) >= ofEachClass;
  const isAllowed = (kind: BoolKind): boolean => {
    switch (kind) {
      case 'raw':
        return true;
      case 'platt':
        return allows(minLabelsToChoose.platt);
      case 'beta':
      case 'isotonic':
        return columns.parts === 0 && allows(minLabelsToChoose.maps);
      case 'parts':
        return columns.parts > 1 && allows(minLabelsToChoose.features);
      case 'features':
        return columns.features > 0 && allows(minLabelsToChoose.features);
    }
  };
  return [...mapKinds, 'parts' as const, 'features' as const].filter(isAllowed);
}
