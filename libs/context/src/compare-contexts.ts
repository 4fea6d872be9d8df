import { sameJson } from '@app/json';
import { maxEngineTokens } from '@app/rating';
import { CutList } from './budget/cut';
import { compileContext, contextBudget, minContextTokens } from './compile-context';
import type { JudgedDocument, Recipe } from './recipe/recipe';
import { renderText } from './rendering/format-1';
import { type Layout, layOut } from './rendering/layout';
import { selectImages } from './selection/images';
import { select } from './selection/selection';

/** What a context is compiled with, beside its document. */
export interface ContextTerms {
  recipe: Recipe;
  /** Of the question that reads the context. */
  questionTokens: number;
  format: 1;
  /** In milliseconds since 1970; only `window` reads it. */
  nowMs: number;
}

/**
 * Compares the contexts of two documents without counting a token, at a tenth of what compiling costs. `unknown`: the
 * recipe may select more than fits, in one of them at least, and what differs may be what is cut.
 */
export function compareContexts(
  { recipe, questionTokens, nowMs }: Omit<ContextTerms, 'format'>,
  a: JudgedDocument,
  b: JudgedDocument,
): 'same' | 'different' | 'unknown' {
  // Such a question is refused before anything is compiled.
  if (maxEngineTokens - questionTokens < minContextTokens) return 'unknown';
  const budget = contextBudget(recipe.max_tokens, questionTokens);
  const [one, other] = [a, b].map((document) => {
    const pictures = selectImages(document, recipe, budget - minContextTokens, new CutList());
    return { pictures, selected: select(pictures.document, recipe, nowMs).document };
  });
  if (!sameJson(one.pictures.ids, other.pictures.ids)) return 'different';
  if (sameJson(one.selected, other.selected)) return 'same';
  const room = budget - one.pictures.tokens;
  const [text, otherText] = [one, other].map(({ selected }) => uncutText(layOut(selected)));
  // A token has a byte at least, so a text of no more bytes than there is room for is not cut.
  if (Buffer.byteLength(text) > room || Buffer.byteLength(otherText) > room) return 'unknown';
  return text === otherText ? 'same' : 'different';
}

/**
 * Whether an engine would read the same of two documents: whether `compileContext` gives both one hash.
 * @throws Problem as `compileContext` does
 */
export function sameContext(terms: ContextTerms, a: JudgedDocument, b: JudgedDocument): boolean {
  const found = compareContexts(terms, a, b);
  if (found !== 'unknown') return found === 'same';
  const { recipe, questionTokens, format, nowMs } = terms;
  const max_tokens = contextBudget(recipe.max_tokens, questionTokens);
  const [hash, other] = [a, b].map(
    (document) => compileContext({ recipe: { ...recipe, max_tokens }, document, questions: [], format, nowMs }).hash,
  );
  return hash === other;
}

function uncutText({ entries }: Layout): string {
  return renderText(entries.flatMap(({ lines }) => lines));
}
