import type { Feature } from '../definition/definition';

/** The paths of the judged document that features read; a path may stand twice. */
export function featurePaths(features: readonly Feature[]): string[] {
  return features.flatMap((feature) => {
    if ('from' in feature) return [feature.from];
    return 'age_of' in feature ? [feature.age_of] : [];
  });
}
