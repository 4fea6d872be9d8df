import { sameJson } from '@app/json';
import { maxEngineTokens } from '@app/rating';
import { CutList } from './budget/cut';
import { selectImages } from './budget/images';
import { compileContext, contextBudget, minContextTokens } from './compile-context';
import type { JudgedDocument, Recipe } from './recipe/recipe';
import { type Selected, select } from './selection/selection';

/** What a context is compiled with, beside its document. */
export interface ContextTerms {
  recipe: Recipe;
  /** Tokens of the question that reads the context. */
  questionTokens: number;
  format: 1;
  /** The present moment, in milliseconds since 1970; only `window` reads it. */
  nowMs: number;
}

/**
 * `same` and `different` are sure. `likely_different`: what differs is what is cut last, the newest item of an array, the
 * beginning of a text or a short document. `unknown`: what differs may be what is cut.
 */
export type Likeness = 'same' | 'different' | 'likely_different' | 'unknown';

/** Compares the contexts of two documents without rendering them and without counting a token. */
export function compareContexts(
  { recipe, questionTokens, nowMs }: Omit<ContextTerms, 'format'>,
  a: JudgedDocument,
  b: JudgedDocument,
): Likeness {
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
  // A token has a character at least. Names and marks are not counted: a document at the edge may be cut all the same.
  if (charactersOf(one.selected) <= room && charactersOf(other.selected) <= room) return 'likely_different';
  // Each value gets an equal share at least, when none of them takes less.
  const share = Math.floor(room / Math.max(1, valuesOf(one.selected)));
  return keptDiffers(one.selected, other.selected, share) ? 'likely_different' : 'unknown';
}

/** Whether `compileContext` gives both documents one hash. @throws Problem as it does */
export function sameHash(
  { recipe, questionTokens, format, nowMs }: ContextTerms,
  a: JudgedDocument,
  b: JudgedDocument,
): boolean {
  const max_tokens = contextBudget(recipe.max_tokens, questionTokens);
  const [hash, other] = [a, b].map(
    (document) => compileContext({ recipe: { ...recipe, max_tokens }, document, questions: [], format, nowMs }).hash,
  );
  return hash === other;
}

/** Whether two selections differ where cutting comes last. @param share of one text, in characters */
function keptDiffers(a: Selected, b: Selected, share: number): boolean {
  if (a.kind === 'members' && b.kind === 'members') {
    if (a.members.length !== b.members.length) return true;
    return a.members.some(([key, value], index) => {
      const [otherKey, other] = b.members[index];
      return key !== otherKey || keptDiffers(value, other, share);
    });
  }
  // Only the newest item is sure to be read; older ones may be cut.
  if (a.kind === 'items' && b.kind === 'items') return !sameJson(a.items.at(-1), b.items.at(-1));
  if (a.kind !== 'value' || b.kind !== 'value') return true;
  const isText = typeof a.value === 'string' && typeof b.value === 'string';
  return isText ? beginning(a.value, share) !== beginning(b.value, share) : a.value !== b.value;
}

function beginning(value: unknown, length: number): string {
  return (value as string).slice(0, length);
}

/** Characters of the values that are selected. */
function charactersOf(selected: Selected): number {
  if (selected.kind === 'members') return selected.members.reduce((sum, [, value]) => sum + charactersOf(value), 0);
  if (selected.kind === 'items') return selected.items.reduce((sum, item) => sum + charactersOf(item), 0);
  return `${selected.value}`.length;
}

/** Values that are selected; an array counts once. */
function valuesOf(selected: Selected): number {
  if (selected.kind !== 'members') return 1;
  return selected.members.reduce((sum, [, value]) => sum + valuesOf(value), 0);
}
