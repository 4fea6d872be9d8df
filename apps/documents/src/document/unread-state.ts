import type { UpsertOperation } from '@app/contracts/documents';
import type { JsonObject } from '@app/json';
import { randomUUID } from 'node:crypto';
import { StoredDocument } from './document';
import { encodedState } from './encoded-state';
import { entriesOf, isOfMembers, memberEntry, tagOf, wholeDigest } from './member-digests';

/** Stands for a stored state, or a member of one, that was not read. It equals nothing that anybody sends. */
export const unreadState: JsonObject = Object.freeze({ [randomUUID()]: null });

/** Names of members that something in force reads, by what stands for a name in digests. */
export type NamesByTag = ReadonlyMap<string, readonly string[]>;

export function byTag(names: readonly string[]): NamesByTag {
  const found = new Map<string, string[]>();
  for (const name of new Set(names)) found.set(tagOf(name), [...(found.get(tagOf(name)) ?? []), name]);
  return found;
}

/**
 * The stored documents with what the states that upserts send tell of those that were not read. Where digests tell that the
 * stored state is another, it holds of the members that something reads those that are sent again; those that differ, or
 * are not sent, hold what equals nothing.
 * @param digests by document id, of the states that were not read
 * @param names that something in force reads
 */
export function withSentStates(
  documents: ReadonlyMap<string, StoredDocument>,
  digests: ReadonlyMap<string, string>,
  upserts: readonly UpsertOperation[],
  names: NamesByTag,
): ReadonlyMap<string, StoredDocument> {
  if (digests.size === 0) return documents;
  const sent = new Map<string, JsonObject[]>();
  for (const { id, state = {} } of upserts) {
    if (digests.has(id)) sent.set(id, [...(sent.get(id) ?? []), state as JsonObject]);
  }
  const found = new Map(documents);
  for (const [id, digest] of digests) {
    found.set(id, { ...documents.get(id)!, state: stateBehind(digest, sent.get(id) ?? [], names) });
  }
  return found;
}

/** What the states sent for a document tell of the one behind a digest. */
function stateBehind(digest: string, sent: readonly JsonObject[], names: NamesByTag): JsonObject {
  const same = sent.find((state) => digestAs(state, digest) === digest);
  if (same) return same;
  if (names.size === 0 || !isOfMembers(digest)) return unreadState;
  // It differs from each sent state as a whole, also where it differs in no member that is read.
  const members = new Map<string, unknown>(Object.entries(unreadState));
  for (const { tag, entry } of entriesOf(digest)) {
    for (const name of names.get(tag) ?? []) {
      const again = sent.find((state) => memberEntry(state, encodedState(state), name) === entry);
      if (again !== undefined) members.set(name, again[name]);
      // Another name may share the tag, whose member comes first or later.
      else if (!members.has(name)) members.set(name, unreadState);
    }
  }
  return Object.fromEntries(members) as JsonObject;
}

/** The digest of a state in the form of another one. Builds before kept one of the whole state. */
function digestAs(state: JsonObject, other: string): string {
  return isOfMembers(other) ? encodedState(state).digest : wholeDigest(state);
}
