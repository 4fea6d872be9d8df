import { sameJson } from '@app/json';
import { sizeClasses } from '@app/rating';
import { durationMs } from '../reading/duration';
import type { ContextRecipe, Definition } from '../definition/definition';
import { lastNPairs, sameWindow, showsTimes, windowPairs } from './recipe-rules';
import { outermost, selects, stepsOf } from './steps';

/**
 * What an engine reads for an alternative: `stored` the context that the labelled answer read, `narrowed` cut from it,
 * `live` compiled from the documents of today. Of one context it can still prove that it cannot be cut exactly.
 */
export type AlternativeContexts = 'stored' | 'narrowed' | 'live';

/** Which contexts an alternative to the active definition needs, by their recipes. */
export function contextKindOf(active: Definition, alternative: Definition): AlternativeContexts {
  const [before, after] = [active.context, alternative.context];
  if (isSame(before, after)) return 'stored';
  return isCut(before, after) ? 'narrowed' : 'live';
}

/** Whether two recipes select the same of every document. The order of fields has no meaning. */
function isSame(before: ContextRecipe, after: ContextRecipe): boolean {
  return (
    sameJson(outermost(before.fields), outermost(after.fields)) &&
    lastNPairs(before, after).every((pair) => pair.before === pair.after) &&
    windowPairs(before, after).every((pair) => sameWindow(pair.before, pair.after)) &&
    sameJson(comparable(before), comparable(after)) &&
    before.max_tokens === after.max_tokens
  );
}

function isCut(before: ContextRecipe, after: ContextRecipe): boolean {
  return (
    after.fields.every((field) => selects(before.fields, stepsOf(field))) &&
    lastNPairs(before, after).every((pair) => isFewer(pair.before, pair.after)) &&
    windowPairs(before, after).every(
      (pair) =>
        sameWindow(pair.before, pair.after) ||
        (pair.after !== undefined && isShorter(pair.before, pair.after) && showsTimes(before, pair.path, pair.after)),
    ) &&
    roomOf(after) <= roomOf(before) &&
    hasOnly(comparable(before), comparable(after))
  );
}

function isFewer(before: number | undefined, after: number | undefined): boolean {
  return before === undefined || (after !== undefined && after <= before);
}

function isShorter(before: { at: string; within: string } | undefined, after: { at: string; within: string }): boolean {
  if (before === undefined) return true;
  return before.at === after.at && (durationMs(after.within) ?? Infinity) <= (durationMs(before.within) ?? 0);
}

/** Without `max_tokens` a context has what the question leaves of the standard class, so about that. */
function roomOf({ max_tokens }: ContextRecipe): number {
  return max_tokens ?? sizeClasses[0].maxTokens;
}

/** The sections beside the document's, in a form in which equal durations are equal. */
function comparable({ related = {}, previous }: ContextRecipe): Record<string, unknown> {
  const relations = Object.entries(related).map(([name, { window, ...relation }]): [string, unknown] => [
    `related.${name}`,
    { ...relation, ...(window && { window: { at: window.at, ms: durationMs(window.within) ?? null } }) },
  ]);
  return Object.fromEntries([...relations, ...(previous ? [['previous', previous] as [string, unknown]] : [])]);
}

/** Whether each member of `after` stands equally in `before`. */
function hasOnly(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return Object.entries(after).every(
    ([name, section]) => Object.hasOwn(before, name) && sameJson(before[name], section),
  );
}
