import type { Definition, FanoutScope } from '@app/definition';
import { parseFilter } from '@app/filter';
import { Problem } from '@app/problem';

type Where = NonNullable<FanoutScope['where']>;

/** The documents that a definition applies to within a scope, as a scope; null for all documents. */
export function judgedWithin(
  appliesTo: Definition['applies_to'],
  { where, ...scope }: FanoutScope,
): FanoutScope | null {
  const both = appliesTo && where ? allOf(appliesTo, where) : (where ?? appliesTo);
  if (!both && Object.keys(scope).length === 0) return null;
  return { ...scope, ...(both && { where: both }) };
}

/** Two filters of the largest size are no filter together; then the second counts alone, which selects more documents. */
function allOf(first: Where, second: Where): Where {
  const both: Where = { all: [first, second] };
  try {
    parseFilter(both, { pointer: '', allow: { answers: false, within: false } });
    return both;
  } catch (error) {
    if (error instanceof Problem) return second;
    throw error;
  }
}
