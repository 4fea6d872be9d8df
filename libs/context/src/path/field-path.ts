import { joinKeys, parseDocumentPath, splitKeys } from '@app/definition';
import { invalid } from '@app/problem';

/** Parts of a document that may be selected whole, as a suggestion's cost of the whole state needs it; a recipe cannot name them. */
const wholeParts = new Set(['attributes', 'state', 'images']);

/**
 * Steps of a recipe's path from the document on; besides the document paths of `@app/definition` it reads `attributes`,
 * `state` and `images` alone, which stand for all of them.
 * @param pointer where the path stands in the request, for the refusal
 * @throws Problem `invalid_request` with reason `bad_path`
 */
export function parseFieldPath(text: string, pointer: string): string[] {
  if (wholeParts.has(text)) return [text];
  const path = parseDocumentPath(text, pointer);
  if (path.root === 'state') return [path.root, ...path.keys];
  return 'name' in path ? [path.root, path.name] : [path.root];
}

/** Steps of a path inside an array's item. */
export function parseSteps(text: string, pointer: string): string[] {
  const steps = splitKeys(text);
  if (steps) return steps;
  throw invalid('bad_path', pointer, `\`${text}\` is not a dotted path; quote a key that holds a dot, as in "a.b".c.`);
}

/** The path as it is written, the inverse of `parseSteps`. */
export function printPath(steps: readonly string[]): string {
  return joinKeys(steps);
}
