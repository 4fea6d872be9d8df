import { createHash } from 'node:crypto';
import { Problem } from '@app/problem';
import { type SizeClass, maxEngineTokens, sizeClassOf, sizeClasses } from '@app/rating';
import { type Cut, CutList } from './budget/cut';
import { selectImages } from './budget/images';
import { type Section, renderSections } from './budget/sections';
import type { PreviousSnapshot } from './previous/snapshot';
import type { JudgedDocument, Recipe } from './recipe/recipe';
import { documentFence, previousFence, relatedFence } from './rendering/format-1';
import { type RelatedDocuments, selectRelated } from './related/related';
import { layOut, layOutRelated } from './rendering/layout';
import { select, selectFields } from './selection/selection';
import { countTokens } from './token/token-count';

/** The smallest `max_tokens` of the specification. */
export const minContextTokens = 2;
/**
 * A size class that leaves less than this is no default: the answer would cost as much as the question alone, and the
 * document would hardly be read (docs/contract.md#13-limits).
 */
export const minDefaultTokens = 100;

export interface ContextInput {
  recipe: Recipe;
  document: JudgedDocument;
  /** The questions that will read this context. The longest one decides how many tokens are left for the context. */
  questions: readonly string[];
  /** Tokens that each question has beside its text: those of options that are chosen for the document. */
  optionTokens?: number;
  /** Rendering format of the judgment's version. */
  format: 1;
  /** The time of judging in milliseconds since 1970; only `window` reads it. */
  nowMs: number;
  /**
   * The fields of `recipe.previous` as an earlier judging read them, selected by `selectPrevious`. Without it, as before the
   * first answer, the context has no such section.
   */
  previous?: PreviousSnapshot | null;
  /** The documents of `recipe.related`, by name of the relation. */
  related?: Readonly<Record<string, RelatedDocuments>>;
}

export interface CompiledContext {
  text: string;
  /** Exact number of tokens of `text` in o200k_base, plus the tokens of its images. */
  tokens: number;
  /** Size class of the context with the longest question. */
  sizeClass: SizeClass;
  /** Whether `max_tokens` cut something that the recipe selects. What `last_n` and `window` leave out does not count. */
  truncated: boolean;
  cuts: Cut[];
  /** SHA-256 in hex of format, text and image ids: contexts with equal hashes are equal for an engine. */
  hash: string;
  /**
   * SHA-256 in hex of the context compiled without its section `previous`; equal to `hash` when it has none. That section
   * changes with every answer, so an equal `readHash` means that nothing else that is read has changed.
   */
  readHash: string;
  /** Ids of the images that the text names `img-0`, `img-1`, ..; absent without images. */
  images?: string[];
  /** Newest time of an item that a window kept, RFC 3339; absent when no window kept one. */
  latestAt?: string;
}

/**
 * Compiles what an engine reads of a document: the recipe's selection in format 1, within its tokens. Pure: the same input
 * gives the same bytes, in any order of the document's keys.
 *
 * Windows look back from `nowMs`, the time of judging. Time alone therefore makes no answer stale: a new context is
 * compiled only when something else causes the document to be judged again.
 * @throws Problem `invalid_request` when a path or duration of the recipe is malformed, `too_large` when a question leaves no room for a context
 */
export function compileContext(input: ContextInput): CompiledContext {
  const { recipe, document, questions, optionTokens = 0, format, nowMs } = input;
  const questionTokens = Math.max(0, ...questions.map(countTokens)) + optionTokens;
  const budget = contextBudget(recipe.max_tokens, questionTokens);
  const pictureCuts = new CutList();
  const pictures = selectImages(document, recipe, budget - minContextTokens, pictureCuts);
  const { document: selected, latestAtMs } = select(pictures.document, recipe, nowMs);
  const own: Section = { fence: documentFence, layout: layOut(selected) };
  const related = relatedSection(recipe, input.related);
  const earlier = previousSection(recipe, input.previous);
  const sections = related ? [own, related] : [own];
  const room = budget - pictures.tokens;
  const rendered = renderSections(earlier ? [...sections, earlier] : sections, room);
  const { text } = rendered;
  const tokens = rendered.tokens + pictures.tokens;
  const cuts = [...rendered.cuts, ...(related?.cuts ?? []), ...(earlier?.cuts ?? []), ...pictureCuts.toArray()];
  const hashOf = (of: string) =>
    createHash('sha256')
      .update([`${format}`, of, ...pictures.ids].join('\n'))
      .digest('hex');
  const hash = hashOf(text);
  return {
    text,
    tokens,
    sizeClass: sizeClassOf(tokens + questionTokens).name,
    truncated: cuts.length > 0,
    cuts,
    hash,
    // Without that section other cuts are made, so the text is compiled again and not only shortened.
    readHash: earlier ? hashOf(renderSections(sections, room).text) : hash,
    ...(pictures.ids.length === 0 ? {} : { images: pictures.ids }),
    ...(latestAtMs === undefined ? {} : { latestAt: new Date(latestAtMs).toISOString() }),
  };
}

/**
 * The maximum of tokens of a context beside a question.
 * @param maxTokens of the recipe; default: what the question leaves of the smallest size class with room for a context,
 *   since larger classes cost more
 * @returns at least 2, at most 32,000 less the question
 * @throws Problem `too_large` when the question leaves less than 2
 */
export function contextBudget(maxTokens: number | undefined, questionTokens: number): number {
  const most = maxEngineTokens - questionTokens;
  if (most < minContextTokens) {
    throw new Problem('too_large', 'The question alone fills the engine; shorten its text.', {
      limit: maxEngineTokens,
      tokens: questionTokens,
    });
  }
  const roomy = sizeClasses.find((sizeClass) => sizeClass.maxTokens - questionTokens >= minDefaultTokens);
  const wanted = maxTokens ?? (roomy?.maxTokens ?? maxEngineTokens) - questionTokens;
  return Math.min(most, Math.max(minContextTokens, wanted));
}

function relatedSection(recipe: Recipe, related: ContextInput['related']): (Section & { cuts: Cut[] }) | undefined {
  if (recipe.related === undefined) return undefined;
  const { selected, cuts } = selectRelated(recipe.related, related ?? {});
  return { fence: relatedFence, layout: layOutRelated(selected), cuts };
}

function previousSection(
  recipe: Recipe,
  previous: PreviousSnapshot | null | undefined,
): (Section & { cuts: Cut[] }) | undefined {
  if (recipe.previous === undefined || !previous) return undefined;
  const selected = selectFields(previous.selected, recipe.previous.fields, ['previous']);
  return { fence: previousFence, layout: layOut(selected), cuts: previous.cuts };
}

/** The `state` that the engine gets: the text as one string, with fence and labels. */
export function toState(compiled: CompiledContext): string {
  return compiled.text;
}
