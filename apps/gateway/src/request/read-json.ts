import { Problem, invalid } from '@app/problem';
import { scanJson } from './json-scan';

/** With the flag `u` a surrogate pair is one character, so only lone surrogates match. */
const loneSurrogate = /[\ud800-\udfff]/u;
const mediaType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Checks that the headers announce uncompressed JSON in UTF-8.
 * @throws Problem `invalid_request`, reason media_type
 */
export function assertJsonType(contentType: string | undefined, contentEncoding: string | undefined): void {
  if (contentType !== 'application/json' && !mediaType.test(contentType ?? ''))
    throw invalid('media_type', '/Content-Type', 'Send the body as `Content-Type: application/json`.');
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity')
    throw invalid('media_type', '/Content-Encoding', 'Send the body uncompressed.');
}

/**
 * Parses a request body: a JSON object in UTF-8 whose values parsing does not change.
 * @throws Problem `invalid_request` with the path of the first fault
 */
export function readJson(bytes: Buffer): object {
  const { suspicious, rounded } = scanJson(bytes);
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('bad_type', '', 'The body must be a JSON object.');
  if (suspicious || rounded !== null) assertClean(value, '', rounded);
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new Problem(
      'invalid_request',
      'The body is not valid JSON; send one JSON object.',
      { reason: 'bad_json', path: '' },
      { cause },
    );
  }
}

/** Refuses values that JSON allows and the contract does not. The scan has bounded the depth, so it may recurse. */
function assertClean(value: unknown, path: string, rounded: ReadonlySet<number> | null): void {
  if (typeof value === 'string') assertText(value, path);
  else if (typeof value === 'number') {
    if (rounded?.has(Math.abs(value))) {
      const message = `\`${path}\` is beyond 2^53-1 and would be rounded; send fewer digits, or a string where one may stand.`;
      throw invalid('number_precision', path, message);
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, i) => assertClean(item, `${path}/${i}`, rounded));
  } else if (value !== null && typeof value === 'object') {
    for (const key of Object.keys(value)) {
      const at = `${path}/${escapePointer(key)}`;
      assertText(key, at);
      if (key === '__proto__') throw invalid('unknown_field', at, 'A member may not be named `__proto__`; remove it.');
      assertClean((value as Record<string, unknown>)[key], at, rounded);
    }
  }
}

function assertText(text: string, path: string): void {
  if (text.includes('\0')) throw invalid('bad_encoding', clean(path), 'A string holds U+0000; remove it.');
  if (loneSurrogate.test(text))
    throw invalid('bad_encoding', clean(path), 'A string holds half of a surrogate pair; send both halves or neither.');
}

/** The path without characters that a JSON reply cannot hold. */
function clean(path: string): string {
  return path.replaceAll('\0', '').replaceAll(/[\ud800-\udfff]/gu, '');
}

/** A key as one segment of a JSON pointer (RFC 6901). */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
