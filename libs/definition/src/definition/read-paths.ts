import type { Definition } from './definition';
import { joinKeys, parseDocumentPath, splitKeys } from '../path/path';

/**
 * The paths whose change touches a judgment: its recipe's fields, the timestamps its windows read, and what its
 * `applies_to` tests. `last_n` adds none: a field under an array is compared element by element, its length included.
 * @param appliesToPaths what the port `ParseAppliesTo` returned, empty without a filter
 * @returns normalised document paths, sorted, each once
 */
export function readPaths(definition: Definition, appliesToPaths: readonly string[] = []): string[] {
  const windows = Object.entries(definition.context.window ?? {}).flatMap(([array, { at }]) => {
    const path = parseDocumentPath(array, '');
    return path.root === 'state' ? [`state.${joinKeys([...path.keys, ...(splitKeys(at) ?? [])])}`] : [];
  });
  return [...new Set([...definition.context.fields, ...windows, ...appliesToPaths])].sort();
}
