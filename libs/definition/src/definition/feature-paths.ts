import type { Feature, RelatedFeature } from '../feature/feature';
import type { Definition } from './definition';

/** The paths of the judged document that features read; a path may stand twice. */
export function featurePaths(features: readonly Feature[]): string[] {
  return features.flatMap((feature) => {
    if ('from' in feature) return [feature.from];
    return 'age_of' in feature ? [feature.age_of] : [];
  });
}

/** The features that are numbers over related documents. */
export function relatedFeatures(definition: Definition): RelatedFeature[] {
  const features = definition.type === 'bool' ? (definition.features ?? []) : [];
  return features.filter((feature) => 'of' in feature);
}

/** Whether a related document moves the number by being there, even when no path of it holds a value. */
export function countsPresence({ aggregate, path }: RelatedFeature): boolean {
  return aggregate === 'share' || (aggregate === 'count' && path === undefined);
}
