import { TableReader } from './csv/table-reader';
import { TextDecoding } from './encoding/text-decoding';
import { ArrayReader } from './json/array-reader';
import { LineReader } from './json/line-reader';
import type { BigNumbers, NumberRules } from './json/number-scan';
import type { FileRecord, RecordReader } from './record/record';
import type { FileFormat, Understanding } from './sniff/understanding';

/** What becomes of numbers in JSON. Cells of a table are texts and need no rule. */
export interface NumberOptions {
  /** Of a number that a double cannot hold: its row is refused, or it is stored as the text of its digits. Default `refuse`. */
  bigNumbers?: BigNumbers;
  /** Members of the first level that are ids: their numbers are texts of the same digits. */
  idMembers?: readonly string[];
}

/** How the bytes of a file are read. */
export type Reading = Pick<Understanding, 'encoding' | 'markBytes' | 'delimiter' | 'lineEnd' | 'hasQuotes'> & {
  format: FileFormat;
};

/** Makes records of the bytes of a file. The same bytes make the same records, however they are cut into parts. */
export class ByteReader {
  private readonly decoding: TextDecoding;
  private readonly reader: RecordReader;
  private markLeft: number;

  /** @param onHeader is called with the columns of a table before its first record, and may throw */
  constructor(reading: Reading, numbers: NumberOptions, onHeader?: (columns: readonly string[]) => void) {
    this.decoding = new TextDecoding(reading.encoding);
    this.markLeft = reading.markBytes;
    this.reader = readerOf(reading, numbers, onHeader);
  }

  /** @throws FileFault where nothing can be read any further */
  *push(bytes: Uint8Array): Generator<FileRecord> {
    const mark = Math.min(this.markLeft, bytes.length);
    this.markLeft -= mark;
    for (const piece of this.decoding.push(bytes.subarray(mark))) yield* this.reader.push(piece);
  }

  /** @throws FileFault where the file is not whole */
  *end(): Generator<FileRecord> {
    for (const piece of this.decoding.end()) yield* this.reader.push(piece);
    yield* this.reader.end();
  }
}

function readerOf(
  { format, delimiter, encoding, lineEnd, hasQuotes }: Reading,
  { bigNumbers = 'refuse', idMembers = [] }: NumberOptions,
  onHeader?: (columns: readonly string[]) => void,
): RecordReader {
  const rules: NumberRules = { bigNumbers, idMembers: new Set(idMembers) };
  if (delimiter !== null) return new TableReader({ delimiter, lineEnd, hasQuotes }, encoding, onHeader);
  return format === 'json' ? new ArrayReader(rules, encoding) : new LineReader(rules, encoding, lineEnd);
}
