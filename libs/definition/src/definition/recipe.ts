import { invalid, notAvailableYet } from '@app/problem';
import type { ArrayWindow, ContextRecipe } from './definition';
import { formatDocumentPath, joinKeys, parseDocumentPath, splitKeys } from '../path/path';
import {
  own,
  readArray,
  readInteger,
  readObject,
  readText,
  refuseOthers,
  refuseRepeats,
  under,
} from '../reading/member';
import { readDuration } from '../reading/duration';

const maxFields = 256;
const maxArrays = 64;
const maxElements = 10_000;
const maxTokens = 2_147_483_647;

/** Normalises a path of a recipe. A recipe reads answers through relations only. */
function readFieldPath(value: unknown, pointer: string): string {
  const text = readText(value, pointer, 1, 1_024);
  if (text.startsWith('answers.')) {
    throw invalid(
      'path_not_allowed',
      pointer,
      'A recipe reads answers through `related` only; name fields of the document.',
    );
  }
  return formatDocumentPath(parseDocumentPath(text, pointer));
}

function readArrayPath(text: string, pointer: string, roots: readonly string[]): string {
  const path = readFieldPath(text, pointer);
  if (!roots.some((root) => path.startsWith(`${root}.`))) {
    throw invalid('bad_path', pointer, `\`${text}\` cannot hold an array; name a path under ${roots.join(' or ')}.`);
  }
  return path;
}

function readPerArray<T>(
  value: unknown,
  pointer: string,
  roots: readonly string[],
  read: (entry: unknown, place: string) => T,
): Record<string, T> {
  const entries = Object.entries(readObject(value, pointer));
  readArray(entries, pointer, 1, maxArrays);
  const normal = entries.map(([path, entry]): [string, T] => {
    const place = under(pointer, path);
    return [readArrayPath(path, place, roots), read(entry, place)];
  });
  refuseRepeats(
    normal.map(([path]) => path),
    (index) => under(pointer, entries[index]?.[0] ?? ''),
  );
  return Object.fromEntries(normal.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readWindow(value: unknown, pointer: string): ArrayWindow {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['at', 'within']);
  const atPointer = under(pointer, 'at');
  const keys = splitKeys(readText(own(members, 'at'), atPointer, 1, 256));
  if (keys === undefined)
    throw invalid('bad_path', atPointer, 'Name the path of the timestamp in an element, such as `at`.');
  return { at: joinKeys(keys), within: readDuration(own(members, 'within'), under(pointer, 'within'), 1) };
}

/**
 * Parses a recipe into normal form.
 * @throws Problem `invalid_request`; `not_available_yet` for `related` and `previous`
 */
export function parseRecipe(value: unknown, pointer: string): ContextRecipe {
  const members = readObject(value, pointer);
  const known = ['fields', 'last_n', 'window', 'max_tokens'];
  refuseOthers(members, pointer, known, (member, place) =>
    member === 'related' || member === 'previous' ? notAvailableYet(place) : undefined,
  );
  const fieldsPointer = under(pointer, 'fields');
  const fields = readArray(own(members, 'fields'), fieldsPointer, 1, maxFields).map((field, index) =>
    readFieldPath(field, under(fieldsPointer, index)),
  );
  refuseRepeats(fields, (index) => under(fieldsPointer, index));
  const recipe: ContextRecipe = { fields };
  if (Object.hasOwn(members, 'last_n')) {
    recipe.last_n = readPerArray(members.last_n, under(pointer, 'last_n'), ['state', 'attributes'], (n, place) =>
      readInteger(n, place, 1, maxElements),
    );
  }
  if (Object.hasOwn(members, 'window')) {
    recipe.window = readPerArray(members.window, under(pointer, 'window'), ['state'], readWindow);
  }
  if (Object.hasOwn(members, 'max_tokens')) {
    recipe.max_tokens = readInteger(members.max_tokens, under(pointer, 'max_tokens'), 2, maxTokens);
  }
  return recipe;
}
