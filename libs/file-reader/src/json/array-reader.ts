import { damagedSentence } from '../encoding/encoding';
import { FileFault } from '../record/file-fault';
import type { FileRecord, Piece, RecordReader } from '../record/record';
import { elementsOf } from './array-elements';
import { jsonRecord } from './json-record';
import type { NumberRules } from './number-scan';

/** Characters of an array that are read. */
export const longestArray = 50 * 1024 * 1024;

/** Reads a JSON array of objects. It is kept until its end, so that nothing is read of one that is broken. */
export class ArrayReader implements RecordReader {
  private parts: string[] = [];
  private chars = 0;

  constructor(
    private readonly rules: NumberRules,
    private readonly encoding: string,
  ) {}

  /** @throws FileFault for a file that is too large or of another encoding */
  // oxlint-disable-next-line require-yield
  *push({ text, isDamaged }: Piece): Generator<FileRecord> {
    if (isDamaged) {
      const line = this.parts.join('').split('\n').length;
      throw new FileFault('bad_encoding', damagedSentence(`Line ${line}`, this.encoding), line);
    }
    this.parts.push(text);
    this.chars += text.length;
    if (this.chars > longestArray) {
      throw new FileFault('too_large', 'A JSON array may have 50 MB: save the file as JSON lines, an object a line.');
    }
  }

  /** @throws FileFault for an array that is broken */
  *end(): Generator<FileRecord> {
    const text = this.parts.join('');
    this.parts = [];
    for (const _element of elementsOf(text));
    for (const { from, to, line, lastLine } of elementsOf(text)) {
      yield jsonRecord(text.slice(from, to), [line, lastLine], this.rules);
    }
  }
}
