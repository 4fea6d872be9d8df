import type { Definition } from './definition';
import { featurePaths } from '../feature/paths';
import { joinKeys, parseDocumentPath, splitKeys } from '../path/path';

/**
 * The paths whose change invalidates an answer: the fields of the recipe, the timestamps of its windows, the fields of
 * `previous`, the paths of features, and the paths of `applies_to`. `last_n` adds no path, since arrays are compared
 * element by element and by length.
 * @param appliesToPaths result of the port `ParseAppliesTo`; empty without a filter
 * @returns normalised document paths, sorted and unique
 */
export function readPaths(definition: Definition, appliesToPaths: readonly string[] = []): string[] {
  const windows = Object.entries(definition.context.window ?? {}).flatMap(([array, { at }]) => {
    const path = parseDocumentPath(array, '');
    return path.root === 'state' ? [`state.${joinKeys([...path.keys, ...(splitKeys(at) ?? [])])}`] : [];
  });
  const earlier = definition.context.previous?.fields ?? [];
  const features = definition.type === 'bool' ? featurePaths(definition.features ?? []) : [];
  const paths = [...definition.context.fields, ...windows, ...earlier, ...features, ...appliesToPaths];
  return [...new Set(paths)].sort();
}
