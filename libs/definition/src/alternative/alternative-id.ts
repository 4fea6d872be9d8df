import { createHmac } from 'node:crypto';
import type { Definition } from '../definition/definition';
import { normalForm } from '../definition/normal-form';

/**
 * The id of an alternative: the same definition has the same id in every run of an installation. The salt is secret, since
 * the few narrowings of a definition could otherwise be told apart by their ids where the plan hides them.
 */
export function alternativeId(salt: Buffer, definition: Definition): string {
  return `alt_${createHmac('sha256', salt).update(normalForm(definition)).digest('hex').slice(0, 16)}`;
}
