import type { FileOptions, NumberOptions } from '@app/file-reader';
import type { Plan } from './plan';

/** What becomes of a row whose document exists already. */
export type Existing = 'replace' | 'merge' | 'skip';

/** How the person says that the file is read. */
export type Reading = Pick<FileOptions, 'format' | 'encoding' | 'delimiter' | 'hasQuotes'> &
  Pick<NumberOptions, 'bigNumbers'>;

/** An import as a browser keeps it, so that a reload loses nothing. The file itself is not kept. */
export interface KeptImport {
  /** Random; begins the idempotency keys of its writes. */
  id: string;
  /** Organization and person: others of the same browser are not shown it. */
  person: string;
  ns: string;
  fileName: string;
  fileBytes: number;
  /** By `readFileIdentity`. */
  identity: string;
  reading: Reading;
  plan: Plan;
  existing: Existing;
  beganMs: number;
  /** The moment of the first row, and how many milliseconds the last one lies behind it at most. */
  firstMs: number;
  spanMs: number;
  status: 'running' | 'ended' | 'cancelled' | 'undone';
  /** Records and bytes of the file that were dealt with, and the number of the next batch. */
  records: number;
  bytesRead: number;
  batch: number;
  counts: ImportCounts;
  /** Refused rows that are kept to be saved, and their bytes. */
  refusedKept: number;
  refusedBytes: number;
  /** Documents that undoing would delete: at most `mostUndoable`. */
  undoable: number;
  /** Cells by column that are not of the type that was chosen. */
  misfits: Record<string, number>;
  /** Columns that look like numbers and were written as texts, once the file was read whole. */
  numberColumns: string[];
}

export interface ImportCounts {
  created: number;
  /** Rows whose document existed: they were replaced, merged or skipped. */
  existed: number;
  /** Of those, the ones that changed nothing. */
  unchanged: number;
  refused: number;
}

/** A row that was not written. */
export interface RefusedRow {
  line: number;
  reason: string;
  /** What stands in the file, by column; of lines that make no row the text, cut to 1,000 characters. */
  fields?: Readonly<Record<string, unknown>>;
  text?: string;
}

/** A document that the import made, and its version as the import left it. */
export type Made = readonly [id: string, version: number];

/** What a batch did; before it ended, which of its documents existed. */
export interface KeptBatch {
  import: string;
  number: number;
  existing: string[];
  made: Made[];
  refused: RefusedRow[];
}

/** Documents of which an import knows that it made them. */
export const mostUndoable = 100_000;
/** Refused rows that are kept to be saved. */
export const mostRefused = { rows: 10_000, bytes: 32 * 1024 * 1024 };
/** An import that nobody asked about for so long is forgotten. */
export const keptMs = 14 * 86_400_000;

/** Where imports are kept. */
export interface ImportStore {
  /** The newest first. */
  list(): Promise<KeptImport[]>;
  /** Both or neither. */
  put(kept: KeptImport, batch?: KeptBatch): Promise<void>;
  batch(id: string, number: number): Promise<KeptBatch | undefined>;
  /** Takes the import with its batches away. */
  remove(id: string): Promise<void>;
}

/** Batches of an import in their order, one in memory at a time. */
export async function* readBatches(store: ImportStore, { id, batch }: KeptImport): AsyncGenerator<KeptBatch> {
  for (let number = 0; number <= batch; number++) {
    const kept = await store.batch(id, number);
    if (kept) yield kept;
  }
}
