import { imageTokens, maxEngineTokens, sizeClasses, unitsOf } from '@app/rating';
import { compileContext, contextBudget, minContextTokens } from '../compile-context';
import type { JudgedDocument, Recipe } from '../recipe/recipe';
import { countTokens } from '../token/token-count';
import { candidatesOf } from './candidate';
import { type Choice, type Exclusion, chooseFields } from './choice';

export interface SuggestionInput {
  /** A sample of documents to which the definition applies, in any order. */
  documents: readonly JudgedDocument[];
  /** The texts that the engine reads beside the context and that are billed: one, or those of a composite's parts. */
  questions: readonly string[];
  /** The engine's billing weight; null when it is unknown, and then there is no cost. */
  weight: number | null;
  /** Whether the engine reads images. */
  readsImages: boolean;
}

/** The SuggestedContext of the API. */
export interface SuggestedContext {
  recipe: { fields: string[]; max_tokens: number };
  /** Mean cost of an answer over the sample in judgment units, with the recipe. */
  cost_per_answer: number | null;
  /** The same with the whole `state`, as far as an engine can read it. */
  whole_state_cost_per_answer: number | null;
  sampled_documents: number;
  excluded: Exclusion[];
}

/** Only windows read the time, and a suggestion has no windows. */
const anyMoment = 0;

/**
 * Suggests a recipe: short texts, numbers, booleans and small attributes, within the standard size class. Pure, and
 * independent of the order of the documents: the same sample gives the same bytes.
 * @returns null without documents
 * @throws Problem `too_large` when the longest question leaves no room for a context
 * @see docs/contract.md#suggested-context [CTX-07], and docs/contract.md#13-limits for the cut-offs
 */
export function suggestContext(input: SuggestionInput): SuggestedContext | null {
  const { documents, questions } = input;
  if (documents.length === 0) return null;
  const chosen = chooseFields(candidatesOf(documents), documents.length);
  const questionTokens = Math.max(...questions.map(countTokens));
  // The standard size class as long as the longest question leaves anything of it [CTX-13].
  const standard = sizeClasses[0].maxTokens - questionTokens;
  const budget = standard >= minContextTokens ? standard : contextBudget(undefined, questionTokens);
  const { images, dropped } = chooseImages(input, chosen, budget);
  const recipe = { fields: [...chosen.fields, ...images], max_tokens: budget };
  const wholeState = { fields: ['state'], max_tokens: maxEngineTokens - questionTokens };
  return {
    recipe,
    cost_per_answer: meanUnits(input, recipe),
    whole_state_cost_per_answer: meanUnits(input, wholeState),
    sampled_documents: documents.length,
    excluded: [...chosen.excluded, ...dropped].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Takes images as far as every sampled text stays whole within the standard class; drops the last images first. */
function chooseImages(
  { documents, questions, readsImages }: SuggestionInput,
  { fields, images }: Choice,
  budget: number,
): { images: string[]; dropped: Exclusion[] } {
  let room = 0;
  if (images.length > 0 && readsImages) {
    const texts = documents.map((document) => tokensOf(document, { fields, max_tokens: budget }, questions));
    room = Math.floor((budget - Math.max(...texts)) / imageTokens);
  }
  const dropped = images.slice(room).map((path): Exclusion => ({ path, reason: 'image' }));
  return { images: images.slice(0, room), dropped };
}

function tokensOf(document: JudgedDocument, recipe: Recipe, questions: readonly string[]): number {
  return compileContext({ recipe, document, questions, format: 1, nowMs: anyMoment }).tokens;
}

/** The mean over documents, each in an ask of its own with all questions, as in an estimate. */
function meanUnits({ documents, questions, weight }: SuggestionInput, recipe: Recipe): number | null {
  if (weight === null) return null;
  const questionTokens = questions.map(countTokens);
  let sum = 0;
  for (const document of documents) {
    sum += unitsOf({ contextTokens: tokensOf(document, recipe, questions), questionTokens, weight }).units;
  }
  return sum / documents.length;
}
