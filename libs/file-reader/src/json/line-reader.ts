import { damagedSentence } from '../encoding/encoding';
import { type FileRecord, type Piece, type RecordReader, longestRow, refuse, refusedChars } from '../record/record';
import { jsonRecord } from './json-record';
import type { NumberRules } from './number-scan';

/** Reads JSON lines: an object a line; empty lines are passed over. U+2028 ends no line, JSON may hold it. */
export class LineReader implements RecordReader {
  private line = 1;
  private text = '';
  private isTooLong = false;
  private isDamaged = false;

  constructor(
    private readonly rules: NumberRules,
    private readonly encoding: string,
    private readonly lineEnd: '\n' | '\r',
  ) {}

  *push({ text: added, isDamaged }: Piece): Generator<FileRecord> {
    if (isDamaged) this.isDamaged = true;
    let start = 0;
    for (let end = added.indexOf(this.lineEnd); end >= 0; end = added.indexOf(this.lineEnd, start)) {
      this.keep(added.slice(start, end));
      start = end + 1;
      const record = this.record();
      if (record !== null) yield record;
    }
    this.keep(added.slice(start));
  }

  *end(): Generator<FileRecord> {
    const record = this.record();
    if (record !== null) yield record;
  }

  /** What is beyond the bound is refused anyway and need not fill the memory. */
  private keep(part: string): void {
    if (this.text.length + part.length > longestRow) {
      this.text = (this.text + part.slice(0, refusedChars)).slice(0, refusedChars);
      this.isTooLong = true;
    } else if (!this.isTooLong) this.text += part;
  }

  /** The record of the line that has ended; null for an empty one. */
  private record(): FileRecord | null {
    const { text, isDamaged, isTooLong } = this;
    const lines = [this.line, this.line++] as const;
    this.text = '';
    this.isDamaged = this.isTooLong = false;
    if (isDamaged) {
      return refuse('bad_encoding', lines, damagedSentence('The line', this.encoding), text);
    }
    if (isTooLong) return refuse('too_long', lines, 'The row is longer than 8 MiB: shorten it.', text);
    return text.trim() === '' ? null : jsonRecord(text, lines, this.rules);
  }
}
