import { joinKeys, parseDocumentPath, splitKeys } from '@app/definition';
import { invalid } from '@app/problem';

/** Parts of a document that only this lib selects whole, for the cost of the whole state; a recipe cannot name them. */
const wholeParts = new Set(['attributes', 'state', 'images']);

/**
 * The steps of a recipe's path from the document on. Besides the document paths of `@app/definition` it accepts
 * `attributes`, `state` and `images` alone, which select everything below them.
 * @param pointer JSON pointer to the path in the request, for the refusal
 * @throws Problem `invalid_request` with reason `bad_path`
 */
export function parseFieldPath(text: string, pointer: string): string[] {
  if (wholeParts.has(text)) return [text];
  const path = parseDocumentPath(text, pointer);
  if (path.root === 'state') return [path.root, ...path.keys];
  return 'name' in path ? [path.root, path.name] : [path.root];
}

/** The steps of a path inside an item of an array. */
export function parseSteps(text: string, pointer: string): string[] {
  const steps = splitKeys(text);
  if (steps) return steps;
  throw invalid('bad_path', pointer, `\`${text}\` is not a dotted path; quote a key that holds a dot, as in "a.b".c.`);
}

/** The text of a path; the inverse of `parseSteps`. */
export function printPath(steps: readonly string[]): string {
  return joinKeys(steps);
}
