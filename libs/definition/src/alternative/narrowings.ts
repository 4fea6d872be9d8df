import { sizeClasses } from '@app/rating';
import type { ContextRecipe, Definition } from '../definition/definition';
import { optionsFrom } from '../definition/options';
import { durationMs } from '../reading/duration';
import type { ArrayWindow } from '../reading/value';
import { contextKindOf } from './context-kind';
import { showsTimes } from './recipe-rules';
import { concerns } from './steps';

const unitsMs = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

/** The smallest `max_tokens` of a recipe. */
const minTokens = 2;

/**
 * Definitions that differ by less context, each of which can be cut from the context that an answer read: without one of
 * the fields, with half of the items or of the time of one array, in the next lower size class, without one relation. Always
 * in the same order.
 * @param questionTokens tokens of the question, which has its part of a size class
 */
export function narrowingsOf(definition: Definition, questionTokens: number): Definition[] {
  const { context } = definition;
  const recipes = [
    ...withoutField(context),
    ...halvedCounts(context),
    ...halvedWindows(context),
    ...lowerClass(context, questionTokens),
    ...withoutRelation(definition),
  ];
  return recipes
    .map((recipe): Definition => ({ ...definition, context: recipe }))
    .filter((narrowing) => contextKindOf(definition, narrowing) === 'narrowed');
}

function withoutField(recipe: ContextRecipe): ContextRecipe[] {
  if (recipe.fields.length === 1) return [];
  return recipe.fields.map((field) => {
    const fields = recipe.fields.filter((other) => other !== field);
    const { last_n, window, ...rest } = recipe;
    return { ...rest, fields, ...inUse('last_n', last_n, fields), ...inUse('window', window, fields) };
  });
}

/** The rules of arrays that some field still reads; undefined instead of none. */
function inUse<M extends 'last_n' | 'window', T>(
  member: M,
  rules: Record<string, T> | undefined,
  fields: readonly string[],
): { [member in M]?: Record<string, T> } {
  const used = Object.entries(rules ?? {}).filter(([path]) => concerns(fields, path));
  return used.length > 0 ? ({ [member]: Object.fromEntries(used) } as { [member in M]?: Record<string, T> }) : {};
}

function halvedCounts(recipe: ContextRecipe): ContextRecipe[] {
  return Object.entries(recipe.last_n ?? {})
    .filter(([, count]) => count > 1)
    .map(([path, count]) => ({ ...recipe, last_n: { ...recipe.last_n, [path]: Math.floor(count / 2) } }));
}

function halvedWindows(recipe: ContextRecipe): ContextRecipe[] {
  return Object.entries(recipe.window ?? {}).flatMap(([path, window]) => {
    const half = Math.floor((durationMs(window.within) ?? 0) / 2);
    if (half === 0 || !showsTimes(recipe, path, window)) return [];
    const halved: ArrayWindow = { ...window, within: durationText(half) };
    return [{ ...recipe, window: { ...recipe.window, [path]: halved } }];
  });
}

/** A duration in the largest unit that gives a whole number. */
function durationText(ms: number): string {
  const [unit, length] = unitsMs.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / length}${unit}`;
}

/** The default leaves the smallest class already. */
function lowerClass(recipe: ContextRecipe, questionTokens: number): ContextRecipe[] {
  if (recipe.max_tokens === undefined) return [];
  const most = recipe.max_tokens + questionTokens;
  const lower = sizeClasses.filter(({ maxTokens }) => maxTokens < most).at(-1);
  const room = (lower?.maxTokens ?? 0) - questionTokens;
  return room < minTokens ? [] : [{ ...recipe, max_tokens: room }];
}

/** Relations that features and options read cannot be left out. */
function withoutRelation(definition: Definition): ContextRecipe[] {
  const { related = {}, ...recipe } = definition.context;
  const features = definition.type === 'bool' ? (definition.features ?? []) : [];
  const needed = features.flatMap((feature) => ('of' in feature ? [feature.of] : []));
  return Object.keys(related)
    .filter((name) => !needed.includes(name) && optionsFrom(definition)?.from !== name)
    .map((name) => {
      const others = Object.entries(related).filter(([other]) => other !== name);
      return others.length > 0 ? { ...recipe, related: Object.fromEntries(others) } : recipe;
    });
}
