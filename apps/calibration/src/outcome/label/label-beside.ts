import { FeatureNumbers, PartAnswers } from '@app/statistics';
import type { Form, LabelRow, LabelSet } from './label-row';

/** The probability of each part; null when the answer lacks one, so that a combiner cannot learn of it. */
export function partsIn({ parts }: Form, row: LabelRow): number[] | null {
  const found = parts.map((name) => own(row.parts, name)?.p);
  return found.every((p) => p !== undefined) ? found : null;
}

/** The number of each feature; NaN where the answer has none. */
export function featuresIn({ features }: Form, row: LabelRow): number[] {
  return features.map((name) => own(row.features, name) ?? NaN);
}

/** The features of a label by name; null where its answer has none. */
export function featuresOf({ form, features }: LabelSet, label: number): FeatureNumbers {
  const { length } = form.features;
  return Object.fromEntries(
    form.features.map((name, j) => {
      const number = features[label * length + j];
      return [name, Number.isNaN(number) ? null : number];
    }),
  );
}

/** The answers of a label's parts by name. */
export function partsOf({ form, parts }: LabelSet, label: number): PartAnswers {
  const { length } = form.parts;
  return Object.fromEntries(form.parts.map((name, j) => [name, { p: parts[label * length + j] }]));
}

function own<Value>(values: Readonly<Record<string, Value>> | null, name: string): Value | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}
