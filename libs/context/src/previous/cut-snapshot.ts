import type { Json } from '@app/definition';
import { isObject } from '@app/json';
import type { CutList } from '../budget/cut';
import { printPath } from '../path/field-path';
import { cutMark } from '../rendering/format-1';

/** A text is not cut below this many characters, since the rest would be meaningless. */
const minTextLength = 64;

/** Applies a change to each value below an object or array, and to arrays before their elements. */
function mapped(
  value: Json,
  steps: readonly string[],
  change: { array?: (items: Json[], path: string) => Json[]; leaf?: (leaf: Json, path: string) => Json },
): Json {
  const path = printPath(steps);
  if (Array.isArray(value)) {
    return (change.array?.(value, path) ?? value).map((item) => mapped(item, steps, change));
  }
  if (!isObject(value)) return change.leaf?.(value, path) ?? value;
  const members = Object.entries(value as { [key: string]: Json });
  return Object.fromEntries(members.map(([key, member]) => [key, mapped(member, [...steps, key], change)]));
}

/** Keeps the newest items of each array, at least one. */
export function newestItems(value: Json, count: number, cuts: CutList): Json {
  const array = (items: Json[], path: string) => {
    const dropped = Math.max(0, items.length - Math.max(1, count));
    cuts.add(path, 'array_items', dropped);
    return items.slice(dropped);
  };
  return mapped(value, ['previous'], { array });
}

/** Keeps the starts of texts, of at least 64 characters. */
export function shortTexts(value: Json, count: number, cuts: CutList): Json {
  const leaf = (text: Json, path: string) => {
    const length = Math.max(minTextLength, count);
    if (typeof text !== 'string' || text.length <= length) return text;
    const half = /[\ud800-\udbff]$/.test(text.slice(0, length)) ? length - 1 : length;
    cuts.add(path, 'text_tail', text.length - half);
    return text.slice(0, half) + cutMark;
  };
  return mapped(value, ['previous'], { leaf });
}

/** Keeps the first values in reading order; what held the others alone goes with them. */
export function firstValues(value: Json, count: number, cuts: CutList): Json {
  let left = count;
  const kept = (node: Json, steps: readonly string[]): Json | undefined => {
    if (Array.isArray(node) && node.length > 0) {
      const items = node.map((item) => kept(item, steps)).filter((item) => item !== undefined);
      return items.length > 0 ? items : undefined;
    }
    if (isObject(node) && Object.keys(node).length > 0) {
      const members = Object.entries(node as { [key: string]: Json }).flatMap(([key, member]): [string, Json][] => {
        const inner = kept(member, [...steps, key]);
        return inner === undefined ? [] : [[key, inner]];
      });
      return members.length > 0 ? Object.fromEntries(members) : undefined;
    }
    left -= 1;
    if (left >= 0) return node;
    cuts.add(printPath(steps), 'fields', 1);
    return undefined;
  };
  return kept(value, ['previous']) ?? {};
}
