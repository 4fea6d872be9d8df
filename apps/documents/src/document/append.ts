import type { AppendOperation } from '@app/contracts';
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
 * @throws Problem `invalid_request`, reasons `bad_path`, `not_array`
 */
export function appendTo(content: Content, append: Append, pointer: string): Content {
  const path = parseDocumentPath(append.path, pointer);
  if (path.root === 'attributes') {
    return { ...content, attributes: appendAt(content.attributes, [path.name], append, pointer) };
  }
  if (path.root === 'state') return { ...content, state: appendAt(content.state, path.keys, append, pointer) };
  throw invalid('bad_path', pointer, 'Append to an array of the document, such as state.messages or attributes.tags.');
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

function added(array: unknown[], { values, keep_last }: Append): unknown[] {
  const present = new Set(array.map((value) => canonicalJson(value as Json)));
  const joined = [...array];
  for (const value of values) {
    const text = canonicalJson(value as Json);
    if (present.has(text)) continue;
    present.add(text);
    joined.push(value);
  }
  return keep_last === undefined ? joined : joined.slice(-keep_last);
}

function notArray(pointer: string, path: string): Problem {
  const message = `\`${path}\` is not an array in this document; name an array, or a path that has no value yet.`;
  return invalid('not_array', pointer, message);
}
