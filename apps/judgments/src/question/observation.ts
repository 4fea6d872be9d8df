import { Aggregated, FeatureInputs, FeatureSource, featureInputs, featureNumbers } from '@app/definition';
import type { Definition, Feature } from '@app/definition';
import type { AggregatedNumber, FetchedDocument } from '@app/contracts/documents';
import { Seen, Snapshot, seenAfter } from './previous';

/** What judging reads of a document beside the context, and what is stored of it beside an answer. */
export interface Observation {
  /** Numbers by feature, as of what was read; null for a definition without features. */
  features: Record<string, number | null> | null;
  /** What the features read of the document and of related ones; null for a definition without features. */
  featureInputs: FeatureInputs | null;
  /** The context was cut, or a feature is of some of the related documents only. */
  truncated: boolean;
  /** What the head shows after an answer. */
  seen: Seen;
}

/** What the judgment's last answer about the document left, whichever version is judged. */
export interface Earlier {
  /** Raw `p`; null without an answer. */
  number: number | null;
  seen: Seen;
}

/** What judging has read of a document beside its members. */
export interface ObservedBeside {
  earlier: Earlier | null;
  seen: Seen | null;
  now: Snapshot | null;
  /** The name under which numbers of related documents were fetched. */
  reader: string;
  /** The context was cut. */
  truncated: boolean;
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
  { earlier, seen, now, reader, truncated }: ObservedBeside,
): Observation {
  const features = featuresOf(definition);
  const source = document as FeatureSource;
  const numbers = numbersOf(document, reader);
  const aggregated = valuesOf(numbers);
  return {
    features: features && featureNumbers(features, source, nowMs, earlier?.number ?? null, aggregated),
    featureInputs: features && featureInputs(features, source, aggregated),
    truncated: truncated || Object.values(numbers).some(({ more }) => more),
    seen: seenAfter(seen, now),
  };
}

/** What the features of a definition read; null for a definition without features. @param reader see `relatedReads` */
export function inputsOf(definition: Definition, document: FetchedDocument, reader: string): FeatureInputs | null {
  const features = featuresOf(definition);
  return features && featureInputs(features, document as FeatureSource, valuesOf(numbersOf(document, reader)));
}

type Numbers = Readonly<Record<string, AggregatedNumber>>;

function numbersOf({ numbers = {} }: FetchedDocument, reader: string): Numbers {
  return Object.hasOwn(numbers, reader) ? numbers[reader] : {};
}

function valuesOf(numbers: Numbers): Aggregated {
  return Object.fromEntries(Object.entries(numbers).map(([feature, { value }]) => [feature, value]));
}

/** The features of a definition; null when it has none. */
export function featuresOf(definition: Definition): Feature[] | null {
  return definition.type === 'bool' ? (definition.features ?? null) : null;
}

/** Whether a judgment asks parts in place of its question. */
export function isComposite(definition: Definition): boolean {
  return definition.type === 'bool' && definition.parts !== undefined;
}
