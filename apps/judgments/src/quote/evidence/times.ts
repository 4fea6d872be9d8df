import { Definition, own } from '@app/definition';
import { FilterPath, parsePath, valuesAt } from '@app/filter';
import { isObject } from '@app/json';
import { isLookedAt, lookSpecs } from './look';
import { Looked, Source, subjectOf } from './place';
import { TimePlace, isUnreadable, timePlaces } from './time-places';

/** Values of one path of one document that are looked at. */
const maxValues = 1_000;

/** How many documents have a time at a path that cannot be read. */
export interface TimeCount extends TimePlace {
  unread: number;
  /** Documents that were looked at: sampled ones, or those related to them. */
  looked: number;
}

/** Counts, for each path where a definition reads a time, the documents whose time there it cannot read. */
export class Times {
  private readonly entries: (TimeCount & { parsed: FilterPath; source: Source })[];

  constructor(definition: Definition) {
    const looks = lookSpecs({ definition });
    this.entries = timePlaces(definition).map((place) => {
      const source = isLookedAt(looks, place) ? 'look' : 'context';
      return { ...place, source, parsed: parsePath(place.path, place.pointer), unread: 0, looked: 0 };
    });
  }

  /** @param of the relation that joins the document; null for a sampled one */
  lookAt(of: string | null, document: Looked, from: Source = 'context'): void {
    const subject = subjectOf(document);
    for (const entry of this.entries) {
      if (entry.of !== of || entry.source !== from) continue;
      entry.looked += 1;
      const values = valuesAt(entry.parsed, subject);
      const times = entry.at === undefined ? values : elementTimes(values, entry.at);
      if (times.slice(0, maxValues).some(isUnreadable)) entry.unread += 1;
    }
  }

  get counts(): TimeCount[] {
    return this.entries.map(({ parsed: _parsed, source: _source, ...count }) => count);
  }
}

/** What the elements of arrays have where their time is read; an element without one has undefined. */
function elementTimes(arrays: readonly unknown[], at: readonly string[]): unknown[] {
  const elements = arrays.flatMap((value): unknown[] => (Array.isArray(value) ? value.slice(0, maxValues) : []));
  return elements.map((element) =>
    at.reduce<unknown>((value, key) => (isObject(value) ? own(value, key) : undefined), element),
  );
}
