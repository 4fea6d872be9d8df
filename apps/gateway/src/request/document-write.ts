import { WriteBody, namePattern } from '@app/contracts';
import { Problem, Reason, invalid } from '@app/problem';
import { assertAttributes } from './document-attributes';
import { isDocumentId } from './document-id';
import { escapePointer } from './read-json';

/*
 * Document writes are the hot path, so this walk takes the place of a compiled schema. It checks shapes and limits
 * (docs/contract.md#4-documents and docs/contract.md#13-limits). Documents checks what needs the stored document or the
 * grammar of paths and filters.
 */

const maxOperations = 1000;
const stateMaxBytes = 1024 * 1024;
const maxImages = 16;
const maxAppendValues = 1000;
const maxPath = 1024;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const readOnly = new Set(['version', 'answers', 'updated_at', 'usage']);

const byFilter = ['patch_by_filter', 'delete_by_filter'] as const;
type ByFilter = (typeof byFilter)[number];

type Operation = Record<string, unknown>;

function isByFilter(name: string): name is ByFilter {
  return (byFilter as readonly string[]).includes(name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks the body of a document write.
 * @param bodyBytes size of the whole body: a body below the limit of a state cannot hold a state past it
 * @throws Problem `invalid_request` or `too_large` with the path of the first fault
 */
export function checkDocumentWrite(body: object, bodyBytes: number): WriteBody {
  const measured = bodyBytes > stateMaxBytes;
  let operations = 0;
  let lists = 0;
  for (const name in body) {
    const list = (body as Record<string, unknown>)[name];
    if (name === 'condition') {
      assertCondition(list);
      continue;
    }
    const check = checks[name];
    if (!check || !Object.hasOwn(checks, name)) {
      if (!isByFilter(name)) throw unknown(`/${name}`);
      assertByFilter(body, name, measured);
      return body as WriteBody;
    }
    if (!Array.isArray(list)) throw invalid('bad_type', `/${name}`, `\`/${name}\` must be a list of operations.`);
    lists++;
    operations += list.length;
    if (operations > maxOperations)
      throw tooLarge('operations', `/${name}`, maxOperations, `A write holds at most ${maxOperations} operations.`);
    for (let i = 0; i < list.length; i++) check(list[i], name, i, measured);
  }
  if (lists === 0)
    throw invalid('missing_field', '/upsert', 'Send at least one of `upsert`, `patch`, `append` and `delete`.');
  return body as WriteBody;
}

/** A write by filter has no other member. Documents parses its filter; an empty one is refused here. */
function assertByFilter(body: object, name: ByFilter, measured: boolean): void {
  const other = Object.keys(body).find((key) => key !== name);
  if (other !== undefined)
    throw invalid('unknown_field', `/${escapePointer(other)}`, `\`${name}\` stands alone; send the rest by itself.`);
  const value = (body as Record<string, unknown>)[name];
  if (!isObject(value)) throw invalid('bad_type', `/${name}`, `\`/${name}\` must be an object.`);
  for (const member in value) {
    if (member !== 'filter' && (member !== 'patch' || name !== 'patch_by_filter'))
      throw unknown(`/${name}/${escapePointer(member)}`);
  }
  const { filter = {}, patch } = value;
  if (!isObject(filter))
    throw invalid('bad_type', `/${name}/filter`, `\`/${name}/filter\` must be a filter, such as {"attributes.a": 1}.`);
  if (Object.keys(filter).length === 0)
    throw invalid('empty_filter', `/${name}/filter`, 'This filter holds for every document; name a condition.');
  if (name === 'patch_by_filter') assertPatch(patch, name, measured);
}

function assertPatch(patch: unknown, name: ByFilter, measured: boolean): void {
  const path = `/${name}/patch`;
  if (!isObject(patch))
    throw missingOr(patch, path, 'bad_type', 'must be an object with `attributes`, `state` or `images`');
  for (const member in patch) {
    const value = patch[member];
    if (member === 'attributes') assertAttributes(value, name, 'patch');
    else if (member === 'state') assertState(value, name, 'patch', measured);
    else if (member === 'images') assertImages(value, at(name, 'patch', member), true);
    else throw notAMember(name, 'patch', member);
  }
}

type Check = (operation: unknown, list: string, index: number, measured: boolean) => void;
const checks: Record<string, Check> = {
  upsert: (operation, list, index, measured) => content(operation, list, index, measured, true),
  patch: (operation, list, index, measured) => content(operation, list, index, measured, false),
  append,
  delete: remove,
};

function content(operation: unknown, list: string, index: number, measured: boolean, upsert: boolean): void {
  const members = opened(operation, list, index);
  for (const name in members) {
    const value = members[name];
    switch (name) {
      case 'id':
        break;
      case 'attributes':
        assertAttributes(value, list, index);
        break;
      case 'state':
        assertState(value, list, index, measured);
        break;
      case 'images':
        assertImages(value, at(list, index, name), !upsert);
        break;
      case 'if_version':
        assertVersion(value, at(list, index, name));
        break;
      case 'created_at':
        if (!upsert) throw readOnlyField(at(list, index, name));
        assertPast(value, at(list, index, name));
        break;
      default:
        throw notAMember(list, index, name);
    }
  }
  assertId(members, list, index);
}

function append(operation: unknown, list: string, index: number): void {
  const members = opened(operation, list, index);
  const { path, values, keep_last: keepLast } = members;
  for (const name in members) {
    if (name === 'if_version') assertVersion(members[name], at(list, index, name));
    else if (name !== 'id' && name !== 'path' && name !== 'values' && name !== 'keep_last')
      throw notAMember(list, index, name);
  }
  assertId(members, list, index);
  if (typeof path !== 'string' || path.length < 1 || path.length > maxPath)
    throw missingOr(
      path,
      at(list, index, 'path'),
      'bad_path',
      `must be a path of 1 to ${maxPath} characters, such as state.messages`,
    );
  if (!Array.isArray(values) || values.length === 0)
    throw missingOr(values, at(list, index, 'values'), 'bad_length', 'must be a list of at least one value');
  if (values.length > maxAppendValues)
    throw tooLarge(
      'values',
      at(list, index, 'values'),
      maxAppendValues,
      `An append adds at most ${maxAppendValues} values.`,
    );
  if (
    keepLast !== undefined &&
    !(Number.isInteger(keepLast) && (keepLast as number) >= 1 && (keepLast as number) <= 100_000)
  )
    throw invalid('bad_number', at(list, index, 'keep_last'), '`keep_last` must be an integer in 1..100000.');
}

function remove(operation: unknown, list: string, index: number): void {
  const members = opened(operation, list, index);
  for (const name in members) {
    if (name === 'if_version') assertVersion(members[name], at(list, index, name));
    else if (name !== 'id') throw notAMember(list, index, name);
  }
  assertId(members, list, index);
}

/** Documents parses the filter. */
function assertCondition(condition: unknown): void {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition))
    throw invalid('bad_type', '/condition', '`/condition` must be a filter, such as {"attributes.seller": "s9"}.');
}

function opened(operation: unknown, list: string, index: number): Operation {
  if (typeof operation === 'object' && operation !== null && !Array.isArray(operation)) return operation as Operation;
  throw invalid('bad_type', `/${list}/${index}`, `\`/${list}/${index}\` must be an object.`);
}

function assertId({ id }: Operation, list: string, index: number): void {
  if (isDocumentId(id)) return;
  throw missingOr(
    id,
    at(list, index, 'id'),
    'bad_length',
    'must be a string of 1 to 256 bytes without control characters',
  );
}

function assertState(state: unknown, list: string, index: number | 'patch', measured: boolean): void {
  if (typeof state !== 'object' || state === null || Array.isArray(state))
    throw invalid('bad_type', at(list, index, 'state'), '`state` must be a JSON object.');
  if (measured && Buffer.byteLength(JSON.stringify(state)) > stateMaxBytes)
    throw tooLarge('state_bytes', at(list, index, 'state'), stateMaxBytes, 'A `state` holds at most 1 MiB of JSON.');
}

/** @param patch whether null removes an image from the document */
function assertImages(images: unknown, path: string, patch: boolean): void {
  if (typeof images !== 'object' || images === null || Array.isArray(images))
    throw invalid('bad_type', path, '`images` must be an object from names to image ids.');
  const names = Object.keys(images);
  if (names.length > maxImages)
    throw tooLarge('images', path, maxImages, `A document names at most ${maxImages} images.`);
  for (const name of names) {
    const place = `${path}/${escapePointer(name)}`;
    const id = (images as Record<string, unknown>)[name];
    if (!namePattern.test(name))
      throw invalid('bad_name', place, 'An image name is 1 to 128 characters of A-Za-z0-9_-.');
    if (typeof id !== 'string' && !(patch && id === null))
      throw invalid('bad_type', place, 'An image is named by its id, such as img_..; upload it first.');
  }
}

function assertVersion(version: unknown, path: string): void {
  if (!Number.isSafeInteger(version) || (version as number) < 0)
    throw invalid('bad_number', path, '`if_version` must be an integer of at least 0; 0 means it must not exist.');
}

function assertPast(created: unknown, path: string): void {
  const time = typeof created === 'string' && timestamp.test(created) ? Date.parse(created) : NaN;
  if (Number.isNaN(time) || !sameDay(created as string, time))
    throw invalid(
      'bad_timestamp',
      path,
      '`created_at` must be an RFC 3339 timestamp such as 2026-03-04T09:30:00.000Z.',
    );
}

/** `Date.parse` turns 30 February into 2 March, so the day is compared with the length of its month. */
function sameDay(text: string, time: number): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)!.map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return !Number.isNaN(time) && month >= 1 && month <= 12 && day >= 1 && day <= last;
}

function notAMember(list: string, index: number | 'patch', name: string): Problem {
  return readOnly.has(name) ? readOnlyField(at(list, index, name)) : unknown(at(list, index, name));
}

function readOnlyField(path: string): Problem {
  return invalid('read_only_field', path, `\`${path}\` is set by the service; leave it out.`);
}

function unknown(path: string): Problem {
  return invalid('unknown_field', path, `\`${path}\` is not a member of this request; remove it.`);
}

function missingOr(value: unknown, path: string, reason: Reason, must: string): Problem {
  return value === undefined
    ? invalid('missing_field', path, `\`${path}\` is required; add it.`)
    : invalid(reason, path, `\`${path}\` ${must}.`);
}

function tooLarge(reason: Reason, path: string, limit: number, message: string): Problem {
  return new Problem('too_large', message, { reason, path, limit });
}

function at(list: string, index: number | 'patch', name: string): string {
  return `/${list}/${index}/${escapePointer(name)}`;
}
