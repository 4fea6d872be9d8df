import { sameJson } from '@app/json';
import type { ContextRecipe, Definition } from '../definition/definition';
import { normalForm } from '../definition/normal-form';
import { declaredOptions } from '../definition/options';
import { durationMs } from '../reading/duration';
import type { ArrayWindow } from '../reading/value';
import { lastNPairs, sameWindow, windowPairs } from './recipe-rules';

/** What differs between the active version and an alternative, in words: a line for each member, or part of the context. */
export function differencesOf(active: Definition, alternative: Definition): string[] {
  const { engine } = alternative;
  const lines = [
    ...(sameJson(active.engine, engine) ? [] : [`engine: ${engine.name} ${engine.version}`]),
    ...(active.question === alternative.question ? [] : [`question: ${quoted(alternative.question)}`]),
    ...(sameJson(active.criteria, alternative.criteria) ? [] : [`criteria: ${criteriaText(alternative)}`]),
    ...wordingDifferences(active, alternative),
    ...recipeDifferences(active.context, alternative.context),
  ];
  // Such as an order of fields, which is another version and reads the same.
  return lines.length > 0 || normalForm(active) === normalForm(alternative) ? lines : ['context: another spelling'];
}

const longest = 80;

/** The new wording, so that a reader can tell two rows apart: in one line, shortened to 80 characters. */
function quoted(text: string): string {
  const line = Array.from(text.replace(/\s+/g, ' ').trim());
  return `"${line.length > longest ? `${line.slice(0, longest - 1).join('')}…` : line.join('')}"`;
}

/** Of a bool the criteria may be a text for each answer. */
function criteriaText({ criteria }: Definition): string {
  if (criteria === undefined) return 'none';
  if (typeof criteria === 'string') return quoted(criteria);
  return quoted(
    Object.entries(criteria)
      .map(([answer, text]) => `${answer}: ${text}`)
      .join('; '),
  );
}

function wordingDifferences(active: Definition, alternative: Definition): string[] {
  const differs: string[] = [];
  if (!sameJson(declaredOptions(active), declaredOptions(alternative))) differs.push('descriptions of options');
  if (active.type === 'choice' && alternative.type === 'choice' && !sameJson(active.escape, alternative.escape)) {
    differs.push('description of escape');
  }
  if (active.type === 'score' && alternative.type === 'score' && !sameJson(active.levels, alternative.levels)) {
    differs.push('descriptions of levels');
  }
  return differs;
}

function recipeDifferences(before: ContextRecipe, after: ContextRecipe): string[] {
  return [
    ...listDifferences(before.fields, after.fields),
    ...lastNPairs(before, after)
      .filter((pair) => pair.before !== pair.after)
      .map(({ path, ...pair }) => `last_n ${path} ${pair.before ?? 'all'} → ${pair.after ?? 'all'}`),
    ...windowPairs(before, after)
      .filter((pair) => !sameWindow(pair.before, pair.after))
      .map(({ path, ...pair }) => `window ${path} ${windowText(pair.before, pair.after)}`),
    ...relationDifferences(before, after),
    ...previousDifferences(before, after),
    ...(before.max_tokens === after.max_tokens
      ? []
      : [`max_tokens ${before.max_tokens ?? 'default'} → ${after.max_tokens ?? 'default'}`]),
  ].map((line) => `context: ${line}`);
}

function listDifferences(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...before.filter((path) => !after.includes(path)).map((path) => `without ${path}`),
    ...after.filter((path) => !before.includes(path)).map((path) => `with ${path}`),
  ];
}

function windowText(before: ArrayWindow | undefined, after: ArrayWindow | undefined): string {
  const isByOther = before !== undefined && after !== undefined && before.at !== after.at;
  const text = (window: ArrayWindow | undefined) => {
    if (window === undefined) return 'all';
    return isByOther ? `${window.within} by ${window.at}` : window.within;
  };
  return `${text(before)} → ${text(after)}`;
}

function relationDifferences(
  { related: before = {} }: ContextRecipe,
  { related: after = {} }: ContextRecipe,
): string[] {
  const both = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  const changed = both.filter((name) => !sameJson(inMs(before[name]), inMs(after[name])));
  return [
    ...listDifferences(Object.keys(before), Object.keys(after)).map((line) => line.replace(' ', ' related.')),
    ...changed.map((name) => `related.${name}`),
  ];
}

function inMs<T extends { window?: ArrayWindow }>({ window, ...rest }: T) {
  return { ...rest, ...(window && { at: window.at, ms: durationMs(window.within) ?? null }) };
}

function previousDifferences({ previous: before }: ContextRecipe, { previous: after }: ContextRecipe): string[] {
  if (sameJson(before, after)) return [];
  if (after === undefined) return ['without previous'];
  return [before === undefined ? 'with previous' : 'previous'];
}
