import type { FileRecord } from '../record/record';
import type { Column } from './column';

/** How a file is written. `csv` and `tsv` are tables, `json` is an array of objects, `jsonl` an object a line. */
export type FileFormat = 'csv' | 'tsv' | 'json' | 'jsonl';

/** What a user says of a file. What is left out is found out from its first bytes. */
export interface FileOptions {
  /** The file's name: its ending counts where the first bytes do not tell the format. */
  name?: string;
  format?: FileFormat;
  /** A label of the Encoding Standard, such as `windows-1252`. Without it the file is UTF-8, or what its byte order mark says. */
  encoding?: string;
  /** One character between the cells of a table. */
  delimiter?: string;
  /** False where a quote mark in a table is a character as any other. */
  hasQuotes?: boolean;
}

/** How a file will be read, by its first bytes and what its user says. */
export interface Understanding {
  format: FileFormat;
  /** As the Encoding Standard names it. */
  encoding: string;
  /** Bytes of the byte order mark. */
  markBytes: number;
  /** Null where the file is no table. */
  delimiter: string | null;
  lineEnd: '\n' | '\r';
  hasQuotes: boolean;
  /** Columns of the table, or the members of the sampled objects, with what their values look like. */
  columns: Column[];
  /** Columns whose values may be ids, the likeliest first. */
  idCandidates: string[];
  /** The first records, refused ones among them. */
  sample: FileRecord[];
}
