import { durationMs } from '@app/definition';
import { invalid } from '@app/problem';
import { parseFieldPath, parseSteps } from '../path/field-path';
import type { Recipe } from '../recipe/recipe';

export interface ArrayRule {
  lastN?: number;
  window?: { at: string[]; withinMs: number };
}

/** A recipe as a tree of keys, so that the selected fields of an array's element stay together. */
export interface Projection {
  /** Whether everything below is selected. */
  whole: boolean;
  children: Map<string, Projection>;
  /** Which items to keep when the value here is an array. */
  rule?: ArrayRule;
}

const emptyProjection = (): Projection => ({ whole: false, children: new Map() });

function nodeAt(root: Projection, steps: readonly string[]): Projection {
  return steps.reduce((node, key) => {
    const child = node.children.get(key) ?? emptyProjection();
    node.children.set(key, child);
    return child;
  }, root);
}

/**
 * Parses a recipe. The order of `fields` has no meaning, and a field inside another selected field adds nothing.
 * @throws Problem `invalid_request`, reason `bad_path`, `bad_number` or `bad_duration`
 */
export function projectionOf(recipe: Recipe): { selected: Projection; rules: Projection } {
  const selected = emptyProjection();
  recipe.fields.forEach((path, index) => {
    nodeAt(selected, parseFieldPath(path, `/context/fields/${index}`)).whole = true;
  });
  const rules = emptyProjection();
  for (const [path, lastN] of Object.entries(recipe.last_n ?? {})) {
    const pointer = `/context/last_n/${path}`;
    if (!Number.isInteger(lastN) || lastN < 0)
      throw invalid('bad_number', pointer, '`last_n` counts items: send a whole number from 0.');
    const node = nodeAt(rules, parseFieldPath(path, pointer));
    node.rule = { ...node.rule, lastN };
  }
  for (const [path, { at, within }] of Object.entries(recipe.window ?? {})) {
    const pointer = `/context/window/${path}`;
    const withinMs = durationMs(within);
    if (withinMs === undefined)
      throw invalid('bad_duration', `${pointer}/within`, 'Send a duration such as 30m, 12h or 7d.');
    const node = nodeAt(rules, parseFieldPath(path, pointer));
    node.rule = { ...node.rule, window: { at: parseSteps(at, `${pointer}/at`), withinMs } };
  }
  return { selected, rules };
}
