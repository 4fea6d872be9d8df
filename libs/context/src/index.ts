export { compileContext, contextBudget, minContextTokens, toState } from './compile-context';
export type { CompiledContext, ContextInput } from './compile-context';
export type { Cut } from './budget/cut';
export type { JudgedDocument, Recipe, WindowRule } from './recipe/recipe';
export { countTokens } from './token/token-count';
export { exclusionReasons } from './suggestion/exclusion';
export type { ExclusionReason } from './suggestion/exclusion';
export { suggestContext } from './suggestion/suggest-context';
export type { SuggestedContext, SuggestionInput } from './suggestion/suggest-context';
