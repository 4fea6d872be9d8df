import { under } from '@app/definition';
import { invalid } from '@app/problem';
import { formatPath, parsePath } from '../path/filter-path';
import type { FilterPath } from '../path/filter-path';
import { requireKnown } from '../path/shape';
import type { JudgmentShape } from '../path/shape';

const maxKeys = 4;

export interface OrderKey {
  path: FilterPath;
  direction: 'asc' | 'desc';
}

/**
 * Parses a query's `order_by`, which has at most four keys. Missing values come last in both directions; ties sort by id.
 * @throws Problem `invalid_request`
 */
export function parseOrder(
  json: unknown,
  pointer: string,
  known?: (judgment: string) => JudgmentShape | undefined,
): OrderKey[] {
  if (!Array.isArray(json)) throw invalid('bad_type', pointer, 'Send an array of {"path", "direction"}.');
  if (json.length > maxKeys) {
    throw invalid('bad_length', pointer, `Order by at most ${maxKeys} paths.`, { limit: maxKeys });
  }
  return json.map((entry: unknown, index) => parseKey(entry, under(pointer, index), known));
}

function parseKey(
  entry: unknown,
  pointer: string,
  known: ((judgment: string) => JudgmentShape | undefined) | undefined,
): OrderKey {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw invalid('bad_type', pointer, 'An order key is {"path", "direction"}.');
  }
  const { path: text, direction = 'asc', ...others } = entry as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw invalid('unknown_field', under(pointer, other), 'An order key has `path` and `direction` only.');
  }
  const place = under(pointer, 'path');
  if (typeof text !== 'string') throw invalid('bad_type', place, 'Send the path to order by.');
  if (direction !== 'asc' && direction !== 'desc') {
    throw invalid('bad_enum', under(pointer, 'direction'), 'A direction is `asc` or `desc`.');
  }
  const path = parsePath(text, place);
  if (path.root === 'answers' && known !== undefined) requireKnown(path, known(path.judgment), place);
  return { path, direction };
}

/** The normalised spelling of an order; cursors contain it. */
export function formatOrder(order: readonly OrderKey[]): string {
  return order.map(({ path, direction }) => `${formatPath(path)} ${direction}`).join(', ');
}
