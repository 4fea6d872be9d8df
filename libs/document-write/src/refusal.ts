import { Problem, invalid } from '@app/problem';
import type { Reason } from '@app/problem';

/** Members of a document as it is read, which no write may send. */
const readOnly = new Set(['version', 'answers', 'updated_at', 'usage']);

export function unknownMember(pointer: string): Problem {
  return invalid('unknown_field', pointer, `\`${pointer}\` is not a member of this request; remove it.`);
}

export function readOnlyMember(pointer: string): Problem {
  return invalid('read_only_field', pointer, `\`${pointer}\` is set by the service; leave it out.`);
}

/** A member that a write does not have: read-only when a read shows it, else unknown. */
export function refusedMember(name: string, pointer: string): Problem {
  return readOnly.has(name) ? readOnlyMember(pointer) : unknownMember(pointer);
}

/** A required member that is missing, or that has a value of the wrong form. */
export function missingOr(value: unknown, pointer: string, reason: Reason, must: string): Problem {
  return value === undefined
    ? invalid('missing_field', pointer, `\`${pointer}\` is required; add it.`)
    : invalid(reason, pointer, `\`${pointer}\` ${must}.`);
}
