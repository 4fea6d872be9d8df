import type { CompiledContext } from '@app/context';
import type { ContextRecipe, Definition } from '@app/definition';
import type { ReadContext } from './label';

/** A stored context cut to what a definition reads. @returns null when that cannot be done exactly */
export function narrowed(_read: ReadContext, _from: ContextRecipe, _to: Definition): CompiledContext | null {
  return null;
}
