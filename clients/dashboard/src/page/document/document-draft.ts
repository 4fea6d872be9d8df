import type { Schema } from '@app/sdk/client';

type Upsert = Schema<'UpsertOperation'>;
/** What a person writes of a document, as the service takes it; a member that it does not know is refused there. */
export type DocumentDraft = Pick<Upsert, 'attributes' | 'state' | 'images'>;

/** What an editor of a new document begins with. */
export const newDraft: DocumentDraft = { attributes: {}, state: {} };

/** What an editor of a document that exists begins with. */
export function draftOf({ attributes = {}, state = {}, images = {} }: DocumentDraft): DocumentDraft {
  return { attributes, state, ...(Object.keys(images).length > 0 && { images }) };
}

/**
 * The write of a draft.
 * @param version that the draft began from, so that nobody's change is lost; 0: the document must not exist
 */
export function writeOf(id: string, draft: DocumentDraft, version: number): Schema<'WriteBody'> {
  return { upsert: [{ ...draft, id, if_version: version }] };
}

/** Where a pointer into that write leads in the draft; null for what is no part of it. */
export function inDraft(path: string | null): string | null {
  const [, rest] = /^\/upsert\/0(\/.*)?$/.exec(path ?? '') ?? [null, null];
  if (rest === null) return null;
  return rest === undefined || rest === '/if_version' || rest === '/id' ? null : rest;
}
