import { createHash } from 'node:crypto';
import { Problem } from '@app/problem';
import { type SizeClass, maxEngineTokens, sizeClassOf, sizeClasses } from '@app/rating';
import { type Cut, CutList } from './budget/cut';
import { fit } from './budget/fit';
import type { JudgedDocument, Recipe } from './recipe/recipe';
import { closingLine, nothingText, openingLine, renderText } from './rendering/format-1';
import { layOut } from './rendering/layout';
import { selectPictures } from './selection/pictures';
import { select } from './selection/selection';
import { countTokens } from './token/token-count';

/** Least `max_tokens`, by the specification. */
export const minContextTokens = 2;

export interface ContextInput {
  recipe: Recipe;
  document: JudgedDocument;
  /** Texts of the questions that will read this context; the longest decides what is left for it. */
  questions: readonly string[];
  /** Rendering format of the judgment's version. */
  format: 1;
  /** The judging moment in milliseconds since 1970; only `window` reads it. */
  nowMs: number;
}

export interface CompiledContext {
  text: string;
  /** Tokens of `text` in o200k_base, exact, and what its pictures count. */
  tokens: number;
  /** By the tokens of the context and the longest question. */
  sizeClass: SizeClass;
  /** Something that the recipe selects was left out for `max_tokens`. What `last_n` and `window` leave out does not count. */
  truncated: boolean;
  cuts: Cut[];
  /** SHA-256 in hex of format, text and ids of pictures: two equal hashes read the same. */
  hash: string;
  /** Ids of the pictures that the text names `img-0`, `img-1`, ..; absent when there are none. */
  images?: string[];
  /** Newest time that a window let in, RFC 3339; absent when no window kept an item. */
  latestAt?: string;
}

/**
 * What an engine reads of a document: the recipe's selection in format 1, within its tokens. Pure: the same input gives
 * the same bytes, whatever the order of the document's keys.
 *
 * Windows look back from `nowMs`, the moment of judging. Time alone thus moves nothing that is stored: an answer is
 * compared with a new context only when something else had the document judged again.
 * @throws Problem `invalid_request` when a path or duration of the recipe is malformed, `too_large` when a question leaves no room for a context
 */
export function compileContext({ recipe, document, questions, format, nowMs }: ContextInput): CompiledContext {
  const questionTokens = Math.max(0, ...questions.map(countTokens));
  const budget = contextBudget(recipe.max_tokens, questionTokens);
  const pictureCuts = new CutList();
  const pictures = selectPictures(document, recipe, budget - minContextTokens, pictureCuts);
  const { document: selected, latestAtMs } = select(pictures.document, recipe, nowMs);
  const rendered = render(layOut(selected), budget - pictures.tokens);
  const { text } = rendered;
  const tokens = rendered.tokens + pictures.tokens;
  const cuts = [...rendered.cuts, ...pictureCuts.toArray()];
  const hashed = [`${format}`, text, ...pictures.ids].join('\n');
  return {
    text,
    tokens,
    sizeClass: sizeClassOf(tokens + questionTokens).name,
    truncated: cuts.length > 0,
    cuts,
    hash: createHash('sha256').update(hashed).digest('hex'),
    ...(pictures.ids.length === 0 ? {} : { images: pictures.ids }),
    ...(latestAtMs === undefined ? {} : { latestAt: new Date(latestAtMs).toISOString() }),
  };
}

/**
 * Most tokens of a context beside a question.
 * @param maxTokens the recipe's; left out: the standard size class less the question, so that nobody pays four times by leaving it out
 * @returns at least 2, at most 32,000 less the question
 * @throws Problem `too_large` when the question leaves less than 2
 */
export function contextBudget(maxTokens: number | undefined, questionTokens: number): number {
  const most = maxEngineTokens - questionTokens;
  if (most < minContextTokens) {
    throw new Problem('too_large', 'The question fills the engine by itself: shorten its text.', {
      limit: maxEngineTokens,
      tokens: questionTokens,
    });
  }
  const wanted = maxTokens ?? sizeClasses[0].maxTokens - questionTokens;
  return Math.min(most, Math.max(minContextTokens, wanted));
}

function render(layout: ReturnType<typeof layOut>, budget: number): { text: string; tokens: number; cuts: Cut[] } {
  const fence = countTokens(`${openingLine}\n`) + countTokens(closingLine);
  if (budget < fence) {
    const values = layout.entries.filter(({ isLabel }) => !isLabel);
    const cuts: Cut[] = values.length > 0 ? [{ path: values[0].path, kind: 'fields', dropped: values.length }] : [];
    return { text: nothingText, tokens: countTokens(nothingText), cuts };
  }
  const { lines, tokens, cuts } = fit(layout, budget - fence);
  return { text: renderText(lines), tokens: tokens + fence, cuts };
}

/** What goes on the wire as an engine's `state`: the text itself, as one string; the fence and the labels are part of it. */
export function toState(compiled: CompiledContext): string {
  return compiled.text;
}
