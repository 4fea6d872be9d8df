import { invalid } from '@app/problem';
import { formatDocumentPath, parseDocumentPath } from './path';
import type { DocumentPath } from './path';
import { readArray, readText, refuseRepeats, under } from '../reading/member';

const maxFields = 256;

/**
 * Reads a path of the judged document and normalises it. A recipe reads answers through relations only.
 * @throws Problem `invalid_request`, reason `path_not_allowed` for an answer's path, `bad_path` for other texts
 */
export function readFieldPath(value: unknown, pointer: string): string {
  const text = readText(value, pointer, 1, 1_024);
  if (text.startsWith('answers.')) {
    const sentence = 'A recipe reads answers through `related` only; name fields of the document.';
    throw invalid('path_not_allowed', pointer, sentence);
  }
  return formatDocumentPath(parseDocumentPath(text, pointer));
}

/** Reads a path under one of the roots. @param sentence of the refusal of another root; it names paths that would do */
export function readFieldUnder(
  value: unknown,
  pointer: string,
  roots: readonly DocumentPath['root'][],
  sentence: string,
): string {
  const path = readFieldPath(value, pointer);
  if (roots.includes(parseDocumentPath(path, pointer).root)) return path;
  throw invalid('path_not_allowed', pointer, sentence);
}

/** Reads a list of 1 to 256 different paths. @param max another maximum */
export function readFields(
  value: unknown,
  pointer: string,
  readPath: (field: unknown, pointer: string) => string,
  max = maxFields,
): string[] {
  const fields = readArray(value, pointer, 1, max).map((field, index) => readPath(field, under(pointer, index)));
  refuseRepeats(fields, (index) => under(pointer, index));
  return fields;
}
