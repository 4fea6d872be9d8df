import type { AppendOperation } from '@app/contracts/documents';
import { canonicalJson, parseDocumentPath } from '@app/definition';
import type { Json } from '@app/definition';
import { isObject, setMember } from '@app/json';
import type { JsonObject } from '@app/json';
import { Problem, invalid } from '@app/problem';
import { Content } from './document';

type Append = Pick<AppendOperation, 'path' | 'values' | 'keep_last'>;

/**
 * Adds the values that an array does not hold yet (by deep equality, equal values once) and keeps the last `keep_last`.
 * Makes a missing array and the objects above it. The path goes through objects only.
 * @param pointer JSON pointer of `path` in the request
 * @throws Problem `invalid_request`, reasons `bad_path`, `not_array`, `too_deep`
 */
export function appendTo(content: Content, append: Append, pointer: string): Content {
  const path = parseDocumentPath(append.path, pointer);
  if (path.root === 'attributes') {
    return { ...content, attributes: appendAt(content.attributes, [path.name], append, pointer) };
  }
  if (path.root === 'state') checkDepth(path.keys.length + 1 + depthOf(append.values, maxStateDepth), pointer);
  if (path.root === 'state') return { ...content, state: appendAt(content.state, path.keys, append, pointer) };
  throw invalid('bad_path', pointer, 'Append to an array of the document, such as state.messages or attributes.tags.');
}

/** Levels of a state, itself counted: those that stay for it in the body of an upsert. */
const maxStateDepth = 29;

function checkDepth(depth: number, pointer: string): void {
  if (depth <= maxStateDepth) return;
  const message = `The appended values would nest deeper than ${maxStateDepth} levels of \`state\`; take a shorter path.`;
  throw invalid('too_deep', pointer, message, { limit: maxStateDepth });
}

/** Levels of the deepest of some values: 0 for scalars, 1 for an array or object of scalars. */
function depthOf(values: readonly unknown[], most: number): number {
  if (most <= 0) return 0;
  const levels = values.map((value) =>
    typeof value === 'object' && value !== null ? 1 + depthOf(Object.values(value), most - 1) : 0,
  );
  return levels.reduce((deepest, level) => Math.max(deepest, level), 0);
}

function appendAt(target: JsonObject, keys: string[], append: Append, pointer: string): JsonObject {
  const [key, ...rest] = keys;
  const value = Object.hasOwn(target, key) ? target[key] : undefined;
  const copy = { ...target };
  if (rest.length > 0) {
    if (value !== undefined && !isObject(value)) throw notArray(pointer, append.path);
    setMember(copy, key, appendAt(value ?? {}, rest, append, pointer));
    return copy;
  }
  if (value !== undefined && !Array.isArray(value)) throw notArray(pointer, append.path);
  setMember(copy, key, added(value ?? [], append));
  return copy;
}

/**
 * The array with the values that it lacks. A trim takes the oldest elements first and never a value of this append, so
 * that a retry finds all of them and changes nothing.
 */
function added(array: unknown[], { values, keep_last: keepLast = Infinity }: Append): unknown[] {
  const given = lastDistinct(values, keepLast);
  // The last place of each value: an array may hold the same one more than once.
  const places = new Map(array.map((value, index) => [canonicalJson(value as Json), index]));
  const joined = [...array, ...[...given].filter(([text]) => !places.has(text)).map(([, value]) => value)];
  let excess = joined.length - keepLast;
  if (excess <= 0) return joined;
  const kept = new Set([...given.keys()].map((text) => places.get(text)));
  return joined.filter((_, index) => excess <= 0 || index >= array.length || kept.has(index) || excess-- <= 0);
}

/** The last values, each once, by their canonical text. */
function lastDistinct(values: readonly unknown[], count: number): Map<string, unknown> {
  const distinct = [...new Map(values.map((value) => [canonicalJson(value as Json), value]))];
  return new Map(count < distinct.length ? distinct.slice(-count) : distinct);
}

function notArray(pointer: string, path: string): Problem {
  const message = `\`${path}\` is not an array in this document; name an array, or a path that has no value yet.`;
  return invalid('not_array', pointer, message);
}
