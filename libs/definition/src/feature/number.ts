import { isObject, sameJson } from '@app/json';
import { parseDocumentPath } from '../path/path';
import { instantOf } from '../reading/instant';
import type { AgeUnit, Feature } from './feature';

/** The members of a judged document that features can read. Times are RFC 3339. */
export interface FeatureSource {
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
}

/**
 * What features read, by feature: a number, or for an age the instant in UTC with milliseconds; null when
 * the path holds neither. A feature of the answer before reads nothing of the document and is left out.
 */
export type FeatureInputs = Record<string, number | string | null>;

const unitMs: Record<AgeUnit, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The values at a path: on the way through an array, those of each element. */
function valuesAt(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return [value];
  const holders: unknown[] = Array.isArray(value) ? value : [value];
  return holders.flatMap((holder) =>
    isObject(holder) && Object.hasOwn(holder, key) ? valuesAt(holder[key], rest) : [],
  );
}

/** The value at a path when there is exactly one, otherwise undefined. */
function valueAt(value: unknown, keys: readonly string[]): unknown {
  const values = valuesAt(value, keys);
  return values.length === 1 ? values[0] : undefined;
}

function valueOf(document: FeatureSource, text: string): unknown {
  const path = parseDocumentPath(text, '');
  if (path.root === 'state') return valueAt(document.state, path.keys);
  if (path.root === 'attributes') return valueAt(document.attributes, [path.name]);
  return path.root === 'created_at' || path.root === 'updated_at' ? document[path.root] : undefined;
}

function numberFrom(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  // Adding 0 turns -0 into 0: both print as 0.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : null;
}

/** The numbers of features of related documents, by feature; null where no document has a value. */
export type Aggregated = Readonly<Record<string, number | null>>;

/**
 * What features read of a document and of its related ones. A new answer stores it beside its numbers, for
 * `featuresDiffer`.
 */
export function featureInputs(
  features: readonly Feature[],
  document: FeatureSource,
  aggregated: Aggregated = {},
): FeatureInputs {
  const read = features.flatMap((feature): [string, number | string | null][] => {
    if ('of' in feature)
      return [[feature.name, Object.hasOwn(aggregated, feature.name) ? (aggregated[feature.name] ?? null) : null]];
    if ('from' in feature) return [[feature.name, numberFrom(valueOf(document, feature.from))]];
    if (!('age_of' in feature)) return [];
    const time = valueOf(document, feature.age_of);
    return [[feature.name, (typeof time === 'string' ? instantOf(time) : undefined) ?? null]];
  });
  return Object.fromEntries(read);
}

/**
 * The number of each feature, as of what was read.
 * @param nowMs the time of judging in milliseconds since 1970, from which ages are measured
 * @param previousP raw `p` of the answer before; null without one
 * @param aggregated the numbers of the features of related documents
 * @returns a number by feature, null where the value is missing or not one number; booleans are 0 and 1, and the age of a
 *   time that lies ahead is negative
 */
export function featureNumbers(
  features: readonly Feature[],
  document: FeatureSource,
  nowMs: number,
  previousP: number | null,
  aggregated: Aggregated = {},
): Record<string, number | null> {
  const inputs = featureInputs(features, document, aggregated);
  const numbers = features.map((feature): [string, number | null] => {
    if ('previous' in feature) return [feature.name, previousP];
    const input = inputs[feature.name] ?? null;
    if (!('age_of' in feature) || typeof input !== 'string') return [feature.name, numberFrom(input)];
    return [feature.name, (nowMs - Date.parse(input)) / unitMs[feature.unit]];
  });
  return Object.fromEntries(numbers);
}

/**
 * Whether the features of one version of a judgment make a new answer: a number differs, or the time at the path of an age
 * does. The clock alone and the answer before move with every look, so they make none.
 * @param before the inputs of the answer before; null when none are stored
 */
export function featuresDiffer(before: FeatureInputs | null, now: FeatureInputs): boolean {
  return before === null ? Object.keys(now).length > 0 : !sameJson(before, now);
}
