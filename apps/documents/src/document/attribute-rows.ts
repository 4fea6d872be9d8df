import { attributeKeys } from '@app/filter';
import { sameJson } from '@app/json';
import type { JsonObject } from '@app/json';

/** A row of `attribute` that a commit removes. */
export interface AttributeRow {
  /** Ordinal of the document in the write, from 1. */
  document: number;
  name: string;
  /** The key in hex. */
  key: string;
}

/** A row that a commit adds. */
export interface AddedAttributeRow extends AttributeRow {
  /** Key, in hex, of the row whose place it takes: an update is cheaper than a deletion and an insertion. */
  replaces?: string;
}

export interface AttributeDifferences {
  added: AddedAttributeRow[];
  removed: AttributeRow[];
}

/** The rows that differ between two states of a document's attributes. */
export function attributeDifferences(document: number, before: JsonObject, after: JsonObject): AttributeDifferences {
  const differences: AttributeDifferences = { added: [], removed: [] };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (sameJson(before[name], after[name])) continue;
    const old = keysOf(before, name);
    const now = keysOf(after, name);
    const added = [...new Set(now)].filter((key) => !old.includes(key));
    const removed = [...new Set(old)].filter((key) => !now.includes(key));
    if (added.length === 1 && removed.length === 1) {
      differences.added.push({ document, name, key: added[0], replaces: removed[0] });
      continue;
    }
    for (const key of added) differences.added.push({ document, name, key });
    for (const key of removed) differences.removed.push({ document, name, key });
  }
  return differences;
}

function keysOf(attributes: JsonObject, name: string): string[] {
  return Object.hasOwn(attributes, name) ? attributeKeys(attributes[name]).map((key) => key.toString('hex')) : [];
}
