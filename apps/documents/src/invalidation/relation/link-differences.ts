import { sameJson } from '@app/json';
import { Content, StoredDocument } from '../../document/document';
import { joinKeys } from '../../document/join-key';

/** A row of `link` that a commit removes. */
export interface LinkRow {
  /** Ordinal of the document in the write, from 1. */
  document: number;
  name: string;
  /** The key in hex. */
  key: string;
  /** RFC 3339; null for the time of the commit. */
  created_at: string | null;
}

export interface LinkDifferences {
  added: LinkRow[];
  removed: LinkRow[];
}

/** The rows of `link` that differ between two states of a document, for the names that relations join by. */
export function linkDifferences(
  document: number,
  before: StoredDocument | null,
  after: Content | null,
  names: readonly string[],
): LinkDifferences {
  const differences: LinkDifferences = { added: [], removed: [] };
  // The creation of a document never changes.
  const created_at = before?.created_at ?? after?.created_at ?? null;
  for (const name of names) {
    if (sameJson(before?.attributes[name], after?.attributes[name])) continue;
    const old = keysOf(before, name);
    const now = keysOf(after, name);
    const rows = (keys: Set<string>, others: Set<string>): LinkRow[] =>
      [...keys].filter((key) => !others.has(key)).map((key) => ({ document, name, key, created_at }));
    differences.removed.push(...rows(old, now));
    differences.added.push(...rows(now, old));
  }
  return differences;
}

function keysOf(content: Content | null, name: string): Set<string> {
  if (content === null || !Object.hasOwn(content.attributes, name)) return new Set();
  return new Set(joinKeys(content.attributes[name]).map((key) => key.toString('hex')));
}
