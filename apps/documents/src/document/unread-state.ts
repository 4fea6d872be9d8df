import type { UpsertOperation } from '@app/contracts/documents';
import type { JsonObject } from '@app/json';
import { randomUUID } from 'node:crypto';
import { StoredDocument } from './document';
import { encodedState } from './encoded-state';

/** Stands for a stored state that was not read. It equals no state that anybody sends. */
export const unreadState: JsonObject = Object.freeze({ [randomUUID()]: null });

/**
 * The stored documents with the states that upserts send again. Where a digest tells that the stored state is another, it
 * stays unread: the upsert replaces it, and nothing in force reads what it was.
 * @param digests by document id, of the states that were not read
 */
export function withSentStates(
  documents: ReadonlyMap<string, StoredDocument>,
  digests: ReadonlyMap<string, string>,
  upserts: readonly UpsertOperation[],
): ReadonlyMap<string, StoredDocument> {
  if (digests.size === 0) return documents;
  const found = new Map(documents);
  for (const { id, state = {} } of upserts) {
    const document = documents.get(id);
    if (document === undefined || !digests.has(id)) continue;
    const sent = state as JsonObject;
    if (encodedState(sent).digest === digests.get(id)) found.set(id, { ...document, state: sent });
  }
  return found;
}
