import { attributeKeys } from '@app/filter';
import { sameJson } from '@app/json';
import type { JsonObject } from '@app/json';

/**
 * One row of `attribute`: the ordinal of its document in the batch (from 1), the name, the key in hex; of a row that is
 * added, the key that it replaces.
 */
export type AttributeRow = [number, string, string, string?];

function keysOf(attributes: JsonObject, name: string): string[] {
  return Object.hasOwn(attributes, name) ? attributeKeys(attributes[name]).map((key) => key.toString('hex')) : [];
}

/** The rows to add and to remove: differences only, and one row where one value takes the place of another. */
export function attributeDifferences(
  ordinal: number,
  before: JsonObject,
  after: JsonObject,
  add: AttributeRow[],
  remove: AttributeRow[],
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (sameJson(before[name], after[name])) continue;
    const old = keysOf(before, name);
    const now = keysOf(after, name);
    const added = [...new Set(now)].filter((key) => !old.includes(key));
    const removed = [...new Set(old)].filter((key) => !now.includes(key));
    if (added.length === 1 && removed.length === 1) {
      add.push([ordinal, name, added[0], removed[0]]);
      continue;
    }
    for (const key of added) add.push([ordinal, name, key]);
    for (const key of removed) remove.push([ordinal, name, key]);
  }
}
