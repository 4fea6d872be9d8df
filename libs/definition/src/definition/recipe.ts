import { invalid, notAvailableYet } from '@app/problem';
import { readFieldPath, readFields } from '../path/field';
import { joinKeys, splitKeys } from '../path/path';
import type { ArrayWindow } from '../reading/value';
import { parseRelations } from '../relation/parse';
import type { ParseRelationWhere } from '../relation/relation';
import type { ContextRecipe } from './definition';
import { parsePrevious } from './previous';
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

const maxArrays = 64;
const maxElements = 10_000;
const maxTokens = 2_147_483_647;

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

/** Refuses every filter: for callers that know no filter grammar. */
export const refuseWhere: ParseRelationWhere = (_where, pointer) => {
  throw notAvailableYet(pointer);
};

/**
 * Parses a recipe into normal form.
 * @throws Problem `invalid_request`
 */
export function parseRecipe(
  value: unknown,
  pointer: string,
  parseRelationWhere: ParseRelationWhere = refuseWhere,
): ContextRecipe {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['fields', 'last_n', 'window', 'related', 'previous', 'max_tokens']);
  const recipe: ContextRecipe = { fields: readFields(own(members, 'fields'), under(pointer, 'fields'), readFieldPath) };
  if (Object.hasOwn(members, 'last_n')) {
    recipe.last_n = readPerArray(members.last_n, under(pointer, 'last_n'), ['state', 'attributes'], (n, place) =>
      readInteger(n, place, 1, maxElements),
    );
  }
  if (Object.hasOwn(members, 'window')) {
    recipe.window = readPerArray(members.window, under(pointer, 'window'), ['state'], readWindow);
  }
  if (Object.hasOwn(members, 'related')) {
    const related = parseRelations(members.related, under(pointer, 'related'), parseRelationWhere);
    if (Object.keys(related).length > 0) recipe.related = related;
  }
  if (Object.hasOwn(members, 'previous')) {
    recipe.previous = parsePrevious(members.previous, under(pointer, 'previous'));
  }
  if (Object.hasOwn(members, 'max_tokens')) {
    recipe.max_tokens = readInteger(members.max_tokens, under(pointer, 'max_tokens'), 2, maxTokens);
  }
  return recipe;
}
