import type { Definition } from './definition';
import type { ParseRelationWhere } from '../relation/relation';
import { joinKeys, parseDocumentPath, splitKeys } from '../path/path';
import { relationPaths } from './edges';
import { featurePaths } from './feature-paths';

/** A definition with such a filter cannot have been parsed without the grammar. */
const readsNothing: ParseRelationWhere = () => {
  throw new Error('the filter of a relation needs the filter grammar');
};

/**
 * The paths whose change invalidates an answer: the fields of the recipe, the timestamps of its windows, the fields of
 * `previous`, the paths of features, the document's side of relations, and the paths of `applies_to`. `last_n` adds no path, since arrays are compared
 * element by element and by length.
 * @param appliesToPaths result of the port `ParseAppliesTo`; empty without a filter
 * @param parseRelationWhere needed for relations with a filter
 * @returns normalised document paths, sorted and unique
 */
export function readPaths(
  definition: Definition,
  appliesToPaths: readonly string[] = [],
  parseRelationWhere: ParseRelationWhere = readsNothing,
): string[] {
  const windows = Object.entries(definition.context.window ?? {}).flatMap(([array, { at }]) => {
    const path = parseDocumentPath(array, '');
    return path.root === 'state' ? [`state.${joinKeys([...path.keys, ...(splitKeys(at) ?? [])])}`] : [];
  });
  const earlier = definition.context.previous?.fields ?? [];
  const features = definition.type === 'bool' ? featurePaths(definition.features ?? []) : [];
  const joined = relationPaths(definition, parseRelationWhere);
  const paths = [...definition.context.fields, ...windows, ...earlier, ...features, ...joined, ...appliesToPaths];
  return [...new Set(paths)].sort();
}
