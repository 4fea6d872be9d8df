import { setMember } from '@app/json';
import type { Definition } from '../definition/definition';
import { parseDefinition } from '../definition/parse';
import type { DefinitionContext } from '../definition/parse';
import { assertComparable, assertSameType } from './comparable';
import { readObject } from '../reading/member';

/** Members that every definition has as it is shown, and that nobody sends together who sends what differs. */
const always = ['name', 'type', 'question', 'context', 'engine', 'horizon'] as const;

/**
 * The body of the active definition with the members of an alternative: each replaces the active one whole, null takes an
 * optional one away. Parts of a member are not merged. A body that has every member that no definition lacks is a whole
 * definition: what it leaves out is absent. So a row's own definition, posted back, gives the same row.
 */
export function mergeAlternative(active: Definition, body: object): Record<string, unknown> {
  const isWhole = always.every((member) => Object.hasOwn(body, member));
  const merged: Record<string, unknown> = isWhole ? {} : { ...active };
  for (const [member, value] of Object.entries(body)) {
    if (value === null) delete merged[member];
    else setMember(merged, member, value);
  }
  return merged;
}

/**
 * The definition of an alternative to the active version, checked.
 * @param body the members that differ; members equal to the active ones are allowed
 * @throws Problem as `parseDefinition`, and `invalid_request` with reason `not_comparable` or `no_difference`
 */
export function parseAlternative(active: Definition, body: unknown, context: DefinitionContext): Definition {
  const { pointer = '' } = context;
  const merged = mergeAlternative(active, readObject(body, pointer));
  assertSameType(active, merged.type, pointer);
  const alternative = parseDefinition(merged, context);
  assertComparable(active, alternative, pointer);
  return alternative;
}
