import { under } from '@app/definition';
import { isObject } from '@app/json';
import type { JsonObject } from '@app/json';
import { invalid } from '@app/problem';
import { checkByFilter, isByFilterType } from './by-filter';
import { checkOperationCount, maxStateBytes } from './limits';
import { operationChecks } from './operation';
import { unknownMember } from './refusal';

/**
 * Checks the body of a document write: shapes and limits (docs/contract.md#4-documents and docs/contract.md#13-limits).
 * Document writes are the busiest requests, so this walk takes the place of a compiled schema.
 * @param bodyBytes size of the whole body; a smaller one than the limit of a state cannot hold one past it
 * @throws Problem `invalid_request` or `too_large` with the JSON pointer of the first fault
 */
export function checkDocumentWrite(body: object, bodyBytes: number): void {
  const write = body as JsonObject;
  const isMeasured = bodyBytes > maxStateBytes;
  let operations = 0;
  let lists = 0;
  for (const name in write) {
    const list = write[name];
    if (name === 'condition') {
      checkCondition(list);
      continue;
    }
    if (!Object.hasOwn(operationChecks, name)) {
      if (!isByFilterType(name)) throw unknownMember(under('', name));
      return checkByFilter(write, name, isMeasured);
    }
    if (!Array.isArray(list)) throw invalid('bad_type', `/${name}`, `\`/${name}\` must be a list of operations.`);
    lists++;
    operations += list.length;
    checkOperationCount(operations, `/${name}`);
    const check = operationChecks[name];
    for (let i = 0; i < list.length; i++) check(list[i], `/${name}/${i}`, isMeasured);
  }
  if (lists > 0) return;
  throw invalid('missing_field', '/upsert', 'Send at least one of `upsert`, `patch`, `append` and `delete`.');
}

/** Documents checks its grammar. */
function checkCondition(condition: unknown): void {
  if (isObject(condition)) return;
  throw invalid('bad_type', '/condition', '`/condition` must be a filter, such as {"attributes.seller": "s9"}.');
}
