import type { Subject } from '@app/filter';
import { sameJson } from '@app/json';
import { Content, StoredDocument, subjectOf } from './document';

/** One document of a write: as the write read it, and as the operations leave it. */
export interface Draft {
  id: string;
  /** Null when the document was absent. */
  before: StoredDocument | null;
  /** Null when the document is deleted, or absent still. */
  after: Content | null;
  /** JSON pointer of the last operation that changed it. */
  pointer: string;
  /** It fails the condition of the write. */
  skipped: boolean;
}

/** Whether a write that leads from one content to the other changes nothing. */
export function sameContent(a: Content, b: Content): boolean {
  return sameJson(a.attributes, b.attributes) && sameJson(a.state, b.state) && sameJson(a.images, b.images);
}

/** The document after its change, as filters see it. */
export function subjectAfter(id: string, after: Content, nowMs: number): Subject {
  const now = new Date(nowMs).toISOString();
  return subjectOf({ ...after, id, created_at: after.created_at ?? now, updated_at: now });
}

export function isDeleted({ before, after }: Draft): boolean {
  return before !== null && after === null;
}
