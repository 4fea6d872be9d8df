import type { ItemColumns } from './item-text';

/** The documents that a relation gives a judged one. */
export interface ChosenRow {
  /** In the relation's order, no more than it gives and no more bytes than a relation may have. */
  ids: readonly string[];
  /** Bytes of each of them. */
  sizes: readonly number[];
  /** Whether documents were left out that could have changed what is read. */
  more: boolean;
}

/** What a relation gives judged documents. */
export interface Chosen {
  /** Of each judged document. */
  rows: readonly ChosenRow[];
  /** Those of the documents that were read on the way, by id. */
  read: ReadonlyMap<string, ItemColumns>;
}
