import type { ParseWhen } from '@app/definition';
import { filterPaths, maxStoredFilterBytes, parseFilter, parsePath } from '@app/filter';
import { invalid } from '@app/problem';

const readable = ['attributes', 'state'];

/**
 * Checks the filter of an outcome rule: it reads `attributes` and `state` only, and it is not empty, since an empty one
 * would give every document the same outcome.
 * @throws Problem `invalid_request`
 * @see docs/contract.md#outcomes
 */
export const parseWhen: ParseWhen = (value, pointer) => {
  const filter = parseFilter(value, {
    pointer,
    allow: { answers: false, within: false },
    refuseEmpty: true,
    maxBytes: maxStoredFilterBytes,
  });
  const other = filterPaths(filter).find((path) => !readable.includes(parsePath(path, pointer).root));
  if (other === undefined) return;
  throw invalid(
    'path_not_allowed',
    pointer,
    `An outcome rule reads \`attributes\` and \`state\` only; remove \`${other}\`.`,
  );
};
