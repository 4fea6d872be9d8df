import type { Schema } from '@app/sdk/client';

export type Feature = Schema<'FeatureBody'>;
/** Where the number of a feature comes from. */
export type FeatureKind = 'from' | 'age_of' | 'previous' | 'of';

export const featureKinds: readonly { value: FeatureKind; label: string }[] = [
  { value: 'from', label: 'number in the document' },
  { value: 'age_of', label: 'time since a timestamp' },
  { value: 'previous', label: 'probability of the previous answer' },
  { value: 'of', label: 'aggregate over related documents' },
];
export const aggregates: readonly NonNullable<Feature['aggregate']>[] = [
  ...(['count', 'share', 'sum', 'mean', 'min', 'max', 'latest'] as const),
];
export const ageUnits: readonly NonNullable<Feature['unit']>[] = ['minutes', 'hours', 'days'];

export function kindOf(feature: Feature): FeatureKind {
  return featureKinds.find(({ value }) => feature[value] !== undefined)?.value ?? 'from';
}

/** A feature of the same name from elsewhere: the members of another kind do not stay. @param relation that is offered first */
export function withKind({ name }: Feature, kind: FeatureKind, relation = ''): Feature {
  if (kind === 'previous') return { name, previous: 'p' };
  if (kind === 'of') return { name, of: relation, aggregate: 'count' };
  return { name, [kind]: '' };
}

/** A window of which nothing is typed is none. */
export function windowOf(at: string, within: string): Feature['window'] {
  return at === '' && within === '' ? undefined : { at, within };
}
