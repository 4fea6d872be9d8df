import { CompiledContext, narrowContext } from '@app/context';
import type { ContextRecipe, Definition } from '@app/definition';
import { questionTexts } from '../../question/question';
import type { ReadContext } from './label';

/**
 * A stored context cut to what a definition reads.
 * @param from the recipe that made the context
 * @returns null when that cannot be done exactly
 */
export function narrowed(read: ReadContext, from: ContextRecipe, to: Definition): CompiledContext | null {
  const { text, images, truncated, readAtMs } = read;
  // Windows look back from the moment of the read; without one, none may be applied.
  if (readAtMs === null && to.context.window !== undefined) return null;
  return narrowContext({
    text,
    images,
    truncated,
    format: 1,
    from,
    to: to.context,
    readAtMs: readAtMs ?? 0,
    questions: questionTexts(to),
  });
}
