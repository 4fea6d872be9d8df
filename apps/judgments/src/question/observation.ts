import { FeatureInputs, FeatureSource, featureInputs, featureNumbers } from '@app/definition';
import type { Definition, Feature } from '@app/definition';
import type { FetchedDocument } from '@app/contracts';
import { Seen, Snapshot, seenAfter } from './previous';

/** What judging reads of a document beside the context, and what is stored of it beside an answer. */
export interface Observation {
  /** Numbers by feature, as of what was read; null for a definition without features. */
  features: Record<string, number | null> | null;
  /** What the features read of the document; null for a definition without features. */
  featureInputs: FeatureInputs | null;
  /** What the head shows after an answer. */
  seen: Seen;
}

/** What the judgment's last answer about the document left, whichever version is judged. */
export interface Earlier {
  /** Raw `p`; null without an answer. */
  number: number | null;
  seen: Seen;
}

/**
 * @param earlier feeds the feature `previous: "p"`
 * @param seen by answers under the head that the answer will be recorded at
 * @param now `previous.fields` of the document; null for a recipe without `previous`
 */
export function observe(
  definition: Definition,
  document: FetchedDocument,
  nowMs: number,
  { earlier, seen, now }: { earlier: Earlier | null; seen: Seen | null; now: Snapshot | null },
): Observation {
  const features = featuresOf(definition);
  const source = document as FeatureSource;
  return {
    features: features && featureNumbers(features, source, nowMs, earlier?.number ?? null),
    featureInputs: features && featureInputs(features, source),
    seen: seenAfter(seen, now),
  };
}

/** The features of a definition; null when it has none. */
export function featuresOf(definition: Definition): Feature[] | null {
  return definition.type === 'bool' ? (definition.features ?? null) : null;
}

/** Whether a judgment asks parts in place of its question. */
export function isComposite(definition: Definition): boolean {
  return definition.type === 'bool' && definition.parts !== undefined;
}
