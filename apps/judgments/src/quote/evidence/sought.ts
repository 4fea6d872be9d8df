import { Definition } from '@app/definition';
import { Filter, matches, parseFilter } from '@app/filter';
import { isLookedAt, lookSpecs } from './look';
import { Looked, Place, Source, subjectOf } from './place';
import { readPlaces } from './read-places';

/** A path that nothing has which was looked at. */
export interface AbsentPath extends Place {
  /** Whether related documents were looked at; else none was seen, and the sampled documents stand for them. */
  isOfRelated: boolean;
}

interface Entry {
  place: Place;
  source: Source;
  exists: Filter;
  isFound: boolean;
  /** Whether a sampled document has it, for a path of related documents. */
  isInSample: boolean;
}

/** The paths that a definition reads and no document had so far. */
export class Sought {
  private readonly entries: Entry[];
  /** Sources that had a document so far, by relation. */
  private readonly seen = new Set<string>();
  /** Without `applies_to` the sample is of all documents, those that are related as well. */
  private readonly isOfAll: boolean;

  constructor(definition: Definition) {
    this.isOfAll = definition.applies_to === undefined;
    const looks = lookSpecs({ definition });
    this.entries = readPlaces(definition).map((place) => {
      const allow = { answers: false, within: false };
      const exists = parseFilter({ [place.path]: { exists: true } }, { pointer: place.pointer, allow });
      const source = isLookedAt(looks, place) ? 'look' : 'context';
      return { place, source, exists, isFound: false, isInSample: false };
    });
  }

  /** @param of the relation that joins the document; null for a sampled one */
  lookAt(of: string | null, document: Looked, from: Source = 'context'): void {
    this.seen.add(keyOf(of, from));
    const subject = subjectOf(document);
    for (const entry of this.entries) {
      const { place, source, exists } = entry;
      if (place.of === of && source === from) entry.isFound ||= place.isJoin === true || matches(exists, subject, 0);
      else if (of === null && this.isOfAll) entry.isInSample ||= matches(exists, subject, 0);
    }
  }

  /** None before a document was looked at. */
  get absent(): AbsentPath[] {
    return this.entries.flatMap(({ place, source, isFound, isInSample }) => {
      if (this.seen.has(keyOf(place.of, source))) return isFound ? [] : [{ ...place, isOfRelated: place.of !== null }];
      const isNowhere = this.seen.has(keyOf(null, 'context')) && this.isOfAll && !isInSample;
      return isNowhere ? [{ ...place, isOfRelated: false }] : [];
    });
  }
}

function keyOf(of: string | null, source: Source): string {
  return JSON.stringify([of, source]);
}
