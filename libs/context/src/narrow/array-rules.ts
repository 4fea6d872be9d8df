import { durationMs } from '@app/definition';
import { isObject } from '@app/json';
import { parseFieldPath, parseSteps, printPath } from '../path/field-path';
import type { JudgedDocument, Recipe, WindowRule } from '../recipe/recipe';
import { countWithin } from '../selection/selection';

/** The rules of one array in the recipe that made a context, and in the one that it is cut to. */
interface RuleChange {
  steps: string[];
  lastN: { from?: number; to?: number };
  window: { from?: WindowRule; to?: WindowRule };
}

export type ArrayRules = Pick<Recipe, 'last_n' | 'window'>;

/** Whether steps lead to another place or to what is inside it. */
export function isInside(steps: readonly string[], outer: readonly string[]): boolean {
  return outer.length <= steps.length && outer.every((step, index) => step === steps[index]);
}

/** Whether fields select all that stands at some steps. */
export function selects(fields: readonly string[], steps: readonly string[]): boolean {
  return fields.some((field) => isInside(steps, parseFieldPath(field, '')));
}

/**
 * The rules that cut what one recipe shows of a document to what another one selects: those in which they differ. Rules that
 * both have are left out, because what they need, such as the times of a window, may not be shown.
 * @param document as shown by `from`
 * @returns undefined when the items that `to` keeps are not certain from what is shown
 */
export function rulesToApply(
  document: JudgedDocument,
  from: Recipe,
  to: Recipe,
  nowMs: number,
): ArrayRules | undefined {
  const [last_n, window]: [Record<string, number>, Record<string, WindowRule>] = [{}, {}];
  for (const change of changesOf(from, to)) {
    const path = printPath(change.steps);
    const arrays = arraysAt({ ...document }, change.steps);
    if (isOtherWindow(change)) {
      if (!isWindowCertain(change, arrays, from, nowMs)) return undefined;
      if (change.window.to !== undefined) window[path] = change.window.to;
      if (change.lastN.to !== undefined) last_n[path] = change.lastN.to;
    } else if (change.lastN.from !== change.lastN.to) {
      if (!isCountCertain(change, arrays, from)) return undefined;
      if (change.lastN.to !== undefined) last_n[path] = change.lastN.to;
    }
  }
  return { last_n, window };
}

/** The rules of both recipes for the arrays of which `to` reads something. */
function changesOf(from: Recipe, to: Recipe): RuleChange[] {
  const changes = new Map<string, RuleChange>();
  const at = (path: string): RuleChange => {
    const steps = parseFieldPath(path, '');
    const key = printPath(steps);
    const change = changes.get(key) ?? { steps, lastN: {}, window: {} };
    changes.set(key, change);
    return change;
  };
  for (const [side, recipe] of Object.entries({ from, to }) as ['from' | 'to', Recipe][]) {
    for (const [path, count] of Object.entries(recipe.last_n ?? {})) at(path).lastN[side] = count;
    for (const [path, rule] of Object.entries(recipe.window ?? {})) at(path).window[side] = rule;
  }
  const read = to.fields.map((field) => parseFieldPath(field, ''));
  return [...changes.values()].filter(({ steps }) =>
    read.some((field) => isInside(field, steps) || isInside(steps, field)),
  );
}

function isOtherWindow({ window: { from, to } }: RuleChange): boolean {
  return from?.at !== to?.at || durationMs(from?.within ?? '') !== durationMs(to?.within ?? '');
}

/** The arrays at some steps; an array on the way, or inside such an array, adds no step. */
function arraysAt(value: unknown, steps: readonly string[]): unknown[][] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((item) => arraysAt(item, steps));
    return steps.length === 0 ? [value, ...inner] : inner;
  }
  const [key, ...rest] = steps;
  return key !== undefined && isObject(value) && Object.hasOwn(value, key) ? arraysAt(value[key], rest) : [];
}

/** Whether every item that `from` keeps is shown: the array is shown whole, or each item shows the time that kept it. */
function showsItems({ steps, window }: RuleChange, from: Recipe): boolean {
  return selects(from.fields, steps) || (window.from !== undefined && showsTimes(steps, window.from, from));
}

/** A step that is a number could lead into an array, whose items have no such path. */
function showsTimes(steps: readonly string[], { at }: WindowRule, { fields }: Recipe): boolean {
  const keys = parseSteps(at, '');
  return selects(fields, [...steps, ...keys]) && !keys.some((key) => /^\d+$/.test(key));
}

/** Whether the newest items of arrays are certain. Hidden items count as well, so none may be hidden. */
function isCountCertain(change: RuleChange, arrays: readonly unknown[][], from: Recipe): boolean {
  const { from: before, to: after } = change.lastN;
  if (after === undefined || after > (before ?? Infinity)) return false;
  return showsItems(change, from) || arrays.every(({ length }) => length === before);
}

/** Whether the items of a smaller window are certain. */
function isWindowCertain(change: RuleChange, arrays: readonly unknown[][], from: Recipe, nowMs: number): boolean {
  const { window, lastN } = change;
  const { from: before, to: after } = window;
  if (after === undefined || !showsTimes(change.steps, after, from)) return false;
  const isWider = before !== undefined && (durationMs(before.within) ?? 0) < (durationMs(after.within) ?? Infinity);
  if (isWider || (before !== undefined && before.at !== after.at)) return false;
  if (lastN.from === undefined) return true;
  const { from: most, to: wanted } = lastN;
  if (wanted === undefined || wanted > most || !showsItems(change, from)) return false;
  // An array that shows as many items as were kept may have had older ones, which then may be in the window too.
  return arrays.every((items) => items.length < most || countWithin(items, after, nowMs) >= wanted);
}
