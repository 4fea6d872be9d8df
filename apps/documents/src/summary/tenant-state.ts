import type { GroupValue, SummaryBody } from '@app/contracts/documents';
import { bandText } from '@app/definition';

/** A key with fewer documents is left out, since its numbers would show those of a single document. */
export const leastDocuments = 5;
/** Keys of a group in a summary: those with most documents. */
export const mostKeys = 200;

/** Bands, by key and aggregate. */
export type KeyBands = Record<string, Record<string, string>>;

/**
 * What a summary shows of a group of one tenant.
 * @param values of the group, those with most documents first
 */
export function keyBands(values: readonly GroupValue[], edges: SummaryBody['bands'][string]): KeyBands {
  const shown = values
    .filter(({ documents, overflow }) => documents >= leastDocuments && overflow !== true)
    .slice(0, mostKeys);
  return Object.fromEntries(
    shown.map(({ key, aggregates }) => {
      const bands = Object.entries(aggregates).flatMap(([name, number]): [string, string][] =>
        number === null || !Object.hasOwn(edges, name)
          ? []
          : [[name, bandText({ judgment: '', bands: edges[name] }, number, true)]],
      );
      return [String(key), Object.fromEntries(bands)];
    }),
  );
}
