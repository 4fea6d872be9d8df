import { instantOf, under } from '@app/definition';
import { isObject } from '@app/json';
import type { JsonObject } from '@app/json';
import { invalid } from '@app/problem';
import { checkAttributes } from './attributes';
import { isDocumentId } from './document-id';
import { checkImages } from './images';
import { maxAppendPath, maxAppendValues, maxKeepLast, tooLarge } from './limits';
import { missingOr, readOnlyMember, refusedMember } from './refusal';
import { checkState } from './state';

type Check = (operation: unknown, pointer: string, isMeasured: boolean) => void;

/** The check of one operation, by the name of its list. */
export const operationChecks: Readonly<Record<string, Check>> = {
  upsert: (operation, pointer, isMeasured) => checkContent(operation, pointer, isMeasured, true),
  patch: (operation, pointer, isMeasured) => checkContent(operation, pointer, isMeasured, false),
  append: checkAppend,
  delete: checkDelete,
};

function checkContent(operation: unknown, pointer: string, isMeasured: boolean, isUpsert: boolean): void {
  const members = opened(operation, pointer);
  for (const name in members) {
    const value = members[name];
    switch (name) {
      case 'id':
        break;
      case 'attributes':
        checkAttributes(value, `${pointer}/attributes`);
        break;
      case 'state':
        checkState(value, `${pointer}/state`, isMeasured);
        break;
      case 'images':
        checkImages(value, `${pointer}/images`, !isUpsert);
        break;
      case 'if_version':
        checkVersion(value, `${pointer}/if_version`);
        break;
      case 'created_at':
      case 'created_at_if_new':
        if (!isUpsert) throw readOnlyMember(`${pointer}/${name}`);
        checkTimestamp(value, name, `${pointer}/${name}`);
        break;
      default:
        throw refusedMember(name, under(pointer, name));
    }
  }
  checkId(members, pointer);
  if (isUpsert) checkReachable(members.id, `${pointer}/id`);
}

/** Clients take these for parts of a path, so no route by id could reach the document. */
function checkReachable(id: unknown, pointer: string): void {
  if (id !== '.' && id !== '..') return;
  throw invalid('bad_name', pointer, `\`${pointer}\` may be neither \`.\` nor \`..\`; take another id.`);
}

function checkAppend(operation: unknown, pointer: string): void {
  const members = opened(operation, pointer);
  for (const name in members) {
    if (name === 'if_version') checkVersion(members[name], `${pointer}/if_version`);
    else if (name !== 'id' && name !== 'path' && name !== 'values' && name !== 'keep_last') {
      throw refusedMember(name, under(pointer, name));
    }
  }
  checkId(members, pointer);
  const { path, values, keep_last: keepLast } = members;
  if (typeof path !== 'string' || path.length < 1 || path.length > maxAppendPath) {
    const must = `must be a path of 1 to ${maxAppendPath} characters, such as state.messages`;
    throw missingOr(path, `${pointer}/path`, 'bad_path', must);
  }
  if (!Array.isArray(values) || values.length === 0) {
    throw missingOr(values, `${pointer}/values`, 'bad_length', 'must be a list of at least one value');
  }
  if (values.length > maxAppendValues) {
    const message = `An append adds at most ${maxAppendValues} values; split it.`;
    throw tooLarge('values', `${pointer}/values`, maxAppendValues, message);
  }
  if (keepLast === undefined) return;
  if (typeof keepLast === 'number' && Number.isInteger(keepLast) && keepLast >= 1 && keepLast <= maxKeepLast) return;
  throw invalid('bad_number', `${pointer}/keep_last`, `\`keep_last\` must be an integer in 1..${maxKeepLast}.`);
}

function checkDelete(operation: unknown, pointer: string): void {
  const members = opened(operation, pointer);
  for (const name in members) {
    if (name === 'if_version') checkVersion(members[name], `${pointer}/if_version`);
    else if (name !== 'id') throw refusedMember(name, under(pointer, name));
  }
  checkId(members, pointer);
}

function opened(operation: unknown, pointer: string): JsonObject {
  if (isObject(operation)) return operation;
  throw invalid('bad_type', pointer, `\`${pointer}\` must be an object.`);
}

function checkId({ id }: JsonObject, pointer: string): void {
  if (isDocumentId(id)) return;
  const must = 'must be a string of 1 to 256 bytes without control characters';
  throw missingOr(id, `${pointer}/id`, 'bad_length', must);
}

function checkVersion(version: unknown, pointer: string): void {
  if (typeof version === 'number' && Number.isSafeInteger(version) && version >= 0) return;
  const message = '`if_version` must be an integer of at least 0; 0 means it must not exist.';
  throw invalid('bad_number', pointer, message);
}

function checkTimestamp(text: unknown, name: string, pointer: string): void {
  if (typeof text === 'string' && instantOf(text) !== undefined) return;
  const message = `\`${name}\` must be an RFC 3339 timestamp such as 2026-03-04T09:30:00.000Z.`;
  throw invalid('bad_timestamp', pointer, message);
}
