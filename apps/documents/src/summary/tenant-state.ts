import type { GroupValue, SummaryBody } from '@app/contracts/documents';
import { bandText } from '@app/definition';

/** A key with fewer documents is left out, since its numbers would show those of a single document. */
export const leastDocuments = 5;
/** Keys of a group in a summary: those with most documents. */
export const mostKeys = 200;

/** Bands, by key and aggregate. */
export type KeyBands = Record<string, Record<string, string>>;

type Key = GroupValue['key'];

/**
 * What a summary shows of a group of one tenant.
 * @param values of the group, those with most documents first
 */
export function keyBands(values: readonly GroupValue[], edges: SummaryBody['bands'][string]): KeyBands {
  const shown = values
    .filter(({ documents, overflow }) => documents >= leastDocuments && overflow !== true)
    .slice(0, mostKeys);
  const names = memberNames(shown.map(({ key }) => key));
  return Object.fromEntries(
    shown.map(({ aggregates }, n) => {
      const bands = Object.entries(aggregates).flatMap(([name, number]): [string, string][] =>
        number === null || !Object.hasOwn(edges, name)
          ? []
          : [[name, bandText({ judgment: '', bands: edges[name] }, number, true)]],
      );
      return [names[n], Object.fromEntries(bands)];
    }),
  );
}

/**
 * The names of keys as members of an object, each another. A text is its own name; a number or boolean is its text, with its type behind it
 * while a text of that name is shown, too: `1 (number)`.
 * @param keys of one group, each once
 */
export function memberNames(keys: readonly Key[]): string[] {
  const taken = new Set(keys.filter((key) => typeof key === 'string'));
  return keys.map((key) => {
    if (typeof key === 'string') return key;
    let name = String(key);
    while (taken.has(name)) name += ` (${typeof key})`;
    return name;
  });
}
