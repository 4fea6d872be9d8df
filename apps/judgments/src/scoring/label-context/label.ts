import type { ContextKind, SkipReason } from '@app/contracts/calibration';
import type { FetchedDocument } from '@app/contracts/documents';
import type { Definition } from '@app/definition';

/** A labelled answer. */
export interface Label {
  namespace: string;
  namespaceId: string;
  document: string;
  answerId: string;
}

/** An alternative, or the active version itself, and what it reads of a label. */
export interface AskedRow {
  alternative: string;
  definition: Definition;
  contexts: ContextKind;
}

/** What a labelled answer was read from. */
export interface ReadContext {
  text: string;
  /** Tokens of the text and its images. */
  tokens: number;
  images: readonly string[];
  hash: string;
  truncated: boolean;
  /** When its document was read; null for an answer that was recorded before this was kept. */
  readAtMs: number | null;
}

/** What there is of a label to ask about. */
export interface LabelContext {
  /** The document's version that the labelled answer read. */
  documentVersion: number;
  /** Why nothing of it may be asked; else null. */
  gone: SkipReason | null;
  /** Null when the context is not kept and the document compiles to another one today. */
  read: ReadContext | null;
  /** The document of today with what rows read of related ones; null unless a row needs it, or when it cannot be read. */
  today: FetchedDocument | null;
}

/** What an engine is sent for a row about a label. */
export interface RowContext {
  text: string;
  tokens: number;
  images: readonly string[];
  hash: string;
  /** The stored context was cut for a longer question. */
  cut: boolean;
  /** The version of the document that was read. */
  documentVersion: number;
}
