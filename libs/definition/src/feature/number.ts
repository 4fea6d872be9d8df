import { isObject, sameJson } from '@app/json';
import type { AgeUnit, Feature } from '../definition/definition';
import { parseDocumentPath } from '../path/path';
import { instantOf } from '../reading/instant';

/** The members of a judged document that features can read. Times are RFC 3339. */
export interface FeatureSource {
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  created_at: string;
  updated_at: string;
}

/**
 * What features read of a document, by feature: a number, or for an age the instant in UTC with milliseconds; null when
 * the path holds neither. A feature of the answer before reads nothing of the document and is left out.
 */
export type FeatureInputs = Record<string, number | string | null>;

const unitMs: Record<AgeUnit, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The value at a path: through an array on the way when exactly one element has it, otherwise undefined. */
function valueAt(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    const present = value.map((element: unknown) => valueAt(element, keys)).filter((found) => found !== undefined);
    return present.length === 1 ? present[0] : undefined;
  }
  return isObject(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
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

/** What features read of a document. A new answer stores it beside its numbers, for `featuresDiffer`. */
export function featureInputs(features: readonly Feature[], document: FeatureSource): FeatureInputs {
  const read = features.flatMap((feature): [string, number | string | null][] => {
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
 * @returns a number by feature, null where the value is missing or not one number; booleans are 0 and 1, and the age of a
 *   time that lies ahead is negative
 */
export function featureNumbers(
  features: readonly Feature[],
  document: FeatureSource,
  nowMs: number,
  previousP: number | null,
): Record<string, number | null> {
  const inputs = featureInputs(features, document);
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
