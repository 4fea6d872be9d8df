import type { Subject } from '@app/filter';
import type { JsonObject } from '@app/json';

/** A document as it is stored. Instants are RFC 3339 UTC with milliseconds. */
export interface StoredDocument {
  id: string;
  version: number;
  attributes: JsonObject;
  state: JsonObject;
  images: JsonObject;
  /** Bytes of attributes and state as JSON with plain numbers (`jsonBytes`). */
  bytes: number;
  created_at: string;
  updated_at: string;
}

/** The members that a write sets. */
export interface Content {
  attributes: JsonObject;
  state: JsonObject;
  images: JsonObject;
  /** The time as the first upsert sent it; null for the time of the commit. */
  created_at: string | null;
}

/** A document as filters see it; filters call `answer` for conditions on answers only. */
export function subjectOf(
  document: Pick<StoredDocument, 'id' | 'created_at' | 'updated_at' | 'attributes' | 'state'>,
  answer: Subject['answer'] = () => null,
): Subject {
  const { id, created_at, updated_at, attributes, state } = document;
  return { id, created_at, updated_at, attributes, state, answer };
}
