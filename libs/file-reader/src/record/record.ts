/** One row of a table, or one object of JSON. */
export interface Row {
  kind: 'row';
  /** Line of the file that it begins in; the first line of a file is 1. */
  line: number;
  /** Cells by column, always texts; or the members of the JSON object. */
  fields: Record<string, unknown>;
  /** The cells in the order of the file, those of columns without a name included; of JSON the object. */
  raw: unknown;
}

/** Why rows are refused. `cells`: more or fewer than the header has. */
export type RefusalReason =
  | 'bad_encoding'
  | 'bare_quote'
  | 'text_behind_quote'
  | 'open_quote'
  | 'cells'
  | 'unnamed_cell'
  | 'nul'
  | 'lone_surrogate'
  | 'too_long'
  | 'too_deep'
  | 'bad_json'
  | 'not_an_object'
  | 'big_number';

/** Lines of a file that make no row. */
export interface Refusal {
  kind: 'refusal';
  reason: RefusalReason;
  /** First line that is refused. */
  line: number;
  /** Last line that is refused: a quote that is not closed takes the lines behind it along. */
  lastLine: number;
  /** What is wrong and how to mend it. */
  message: string;
  /** What stands there, cut to `refusedChars` characters. */
  raw: string;
}

export type FileRecord = Row | Refusal;

/** Text of a file. */
export interface Piece {
  text: string;
  /** Some bytes were no text of the encoding; the piece then ends where its line does. */
  isDamaged: boolean;
}

/** Makes records of the text of a file. */
export interface RecordReader {
  push(piece: Piece): Iterable<FileRecord>;
  /** Called once, when all text was pushed. */
  end(): Iterable<FileRecord>;
}

/** Characters of a refused row that are kept. */
export const refusedChars = 1_000;

/** Characters of a row that is still being read: the service takes no greater request. */
export const longestRow = 8 * 1024 * 1024;

/** Bytes of a row's content: those of a document with its attributes. */
export const mostBytes = 1_100_000;

export function refuse(reason: RefusalReason, lines: readonly [number, number], message: string, raw: string): Refusal {
  return {
    kind: 'refusal',
    reason,
    line: lines[0],
    lastLine: lines[1],
    message,
    raw: copyOf(raw.slice(0, refusedChars)),
  };
}

/** The same text on its own: a slice would keep the text that it was cut from in memory. */
function copyOf(text: string): string {
  return text.split('').join('');
}

/** `line 2`, `lines 2 to 5`. */
export function lineWords(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}
