import type { Definition } from './definition';
import { joinKeys, parseDocumentPath, splitKeys } from '../path/path';

/**
 * The paths whose change invalidates an answer: the fields of the recipe, the timestamps of its windows, and the paths of
 * `applies_to`. `last_n` adds no path, since arrays are compared element by element and by length.
 * @param appliesToPaths result of the port `ParseAppliesTo`; empty without a filter
 * @returns normalised document paths, sorted and unique
 */
export function readPaths(definition: Definition, appliesToPaths: readonly string[] = []): string[] {
  const windows = Object.entries(definition.context.window ?? {}).flatMap(([array, { at }]) => {
    const path = parseDocumentPath(array, '');
    return path.root === 'state' ? [`state.${joinKeys([...path.keys, ...(splitKeys(at) ?? [])])}`] : [];
  });
  return [...new Set([...definition.context.fields, ...windows, ...appliesToPaths])].sort();
}
