import { sameJson } from '@app/json';
import { imageTokens } from '@app/rating';
import { fenceTokens } from '../budget/sections';
import { type CompiledContext, compileContext, minDefaultTokens } from '../compile-context';
import { parseFieldPath } from '../path/field-path';
import type { Recipe } from '../recipe/recipe';
import { documentFence, previousFence, relatedFence } from '../rendering/format-1';
import { rulesToApply, selects } from './array-rules';
import { type ParsedContext, parseContext } from './parse-context';

/** A context as it was stored, and what it is cut to. */
export interface NarrowInput {
  text: string;
  /** Ids of the images that the text names `img-0`, `img-1`, .. */
  images: readonly string[];
  /** Whether the compile cut something: what it left out cannot be known any more. */
  truncated: boolean;
  format: 1;
  /** The time of judging in milliseconds since 1970, from which the windows of both recipes look back. */
  readAtMs: number;
  /** The recipe that made the text. */
  from: Recipe;
  to: Recipe;
  /** The questions that will read the result, and their tokens beside the text, as in a compile. */
  questions: readonly string[];
  optionTokens?: number;
}

/**
 * Cuts a stored context to what a smaller recipe would have made of the same document at the same time, or the same recipe
 * beside a longer question. Text, hash, tokens and size class are those of `compileContext`; `latestAt` counts only windows
 * that differ.
 * @returns null ("not derivable") whenever that is not certain
 * @throws Problem as `compileContext`
 */
export function narrowContext(input: NarrowInput): CompiledContext | null {
  const { from, to, readAtMs } = input;
  if (input.truncated || !isPart(from, to)) return null;
  const parsed = parseContext(input.text, input.images);
  if (parsed === undefined || !hasSections(parsed, from, to)) return null;
  const rules = rulesToApply(parsed.document, from, to, readAtMs);
  if (rules === undefined) return null;
  const { last_n: _lastN, window: _window, ...recipe } = to;
  const compiled = compileContext({
    recipe: { ...recipe, ...rules },
    document: parsed.document,
    questions: input.questions,
    optionTokens: input.optionTokens,
    format: input.format,
    nowMs: readAtMs,
    ...(parsed.related && { related: parsed.related }),
    ...(parsed.previous && { previous: { digest: '', selected: parsed.previous as Selected, cuts: [] } }),
  });
  return isBlockCut(compiled, parsed) ? null : compiled;
}

type Selected = NonNullable<Parameters<typeof compileContext>[0]['previous']>['selected'];

/** Whether one recipe selects nothing that the other does not, apart from the items of arrays. */
function isPart(from: Recipe, to: Recipe): boolean {
  const isCovered = to.fields.every((field) => selects(from.fields, parseFieldPath(field, '')));
  // Which earlier document is shown may depend on all of its fields, so fewer of them may be those of another one.
  if (!isCovered || (to.previous !== undefined && !sameJson(from.previous, to.previous))) return false;
  return Object.entries(to.related ?? {}).every(([name, { fields, ...terms }]) => {
    if (!from.related || !Object.hasOwn(from.related, name)) return false;
    const { fields: shown, ...before } = from.related[name];
    return sameJson(before, terms) && fields.every((field) => selects(shown, parseFieldPath(field, '')));
  });
}

/** Whether the text has the sections of its recipe. The earlier document may be missing only where there was none. */
function hasSections({ document, related, previous }: ParsedContext, from: Recipe, to: Recipe): boolean {
  if (!sameJson(related && Object.keys(related), from.related && Object.keys(from.related).sort())) return false;
  if (previous) return from.previous !== undefined;
  if (to.previous === undefined) return true;
  // A section without values leaves no trace when not even its fence fits.
  const fences = [documentFence, ...(related ? [relatedFence] : []), previousFence];
  const pictures = Object.keys(document.images).length * imageTokens;
  return (from.max_tokens ?? minDefaultTokens) - pictures >= fenceTokens(fences);
}

/** Whether a text of several lines was cut: where it ends depends on the original text, of which only the lines are known. */
function isBlockCut({ cuts }: CompiledContext, { blocks }: ParsedContext): boolean {
  return cuts.some(
    ({ kind, path }) => kind === 'text_tail' && blocks.some((block) => block === path || block.startsWith(`${path}.`)),
  );
}
