import { longestRow, type Piece, refusedChars } from '../record/record';
import { type QuoteFault, RecordScan, type TableFormat, cellsOf } from './record-scan';

/** A record of a table as it stands in the file. */
export interface TableRecord {
  line: number;
  lastLine: number;
  /** Null where something is wrong. */
  cells: string[] | null;
  fault: QuoteFault | 'bad_encoding' | 'too_long' | null;
  /** The beginning of the record where something is wrong. */
  raw: string;
}

/** Cuts the text of a table into records. The same text makes the same records, however it is cut into pieces. */
export class TableRecords {
  private line = 1;
  /** Text of the record that has begun. */
  private text = '';
  /** Where a scan of it goes on; null before one began. */
  private scan: RecordScan | null = null;
  private scanned = 0;
  /** The beginning of a record that is too long; what is behind it is not kept. */
  private head: string | null = null;
  private isDamaged = false;

  constructor(private readonly format: TableFormat) {}

  *push({ text: added, isDamaged }: Piece): Generator<TableRecord> {
    if (isDamaged) this.isDamaged = true;
    const text = this.text === '' ? added : this.text + added;
    const { lineEnd, hasQuotes } = this.format;
    let start = 0;
    let nextQuote = -1;
    for (;;) {
      let end: number;
      if (this.scan === null) {
        end = text.indexOf(lineEnd, start);
        if (hasQuotes && nextQuote < start) nextQuote = indexOrEnd(text, '"', start);
        const isPlain = !hasQuotes || nextQuote > (end < 0 ? text.length : end);
        // A line without a quote needs no look at each of its characters.
        if (isPlain && end >= 0) {
          yield this.plainRecord(text, start, end);
          start = end + 1;
          continue;
        }
        if (isPlain && text.length - start <= longestRow) break;
        this.scan = new RecordScan(this.format);
        this.scanned = start;
      }
      end = this.scan.next(text, this.scanned);
      if (end < 0) {
        this.scanned = text.length;
        break;
      }
      yield this.record(text.slice(start, end));
      start = end + 1;
    }
    this.keep(text, start);
  }

  *end(): Generator<TableRecord> {
    if (this.text === '' && this.head === null) return;
    this.scan ??= new RecordScan(this.format);
    this.scan.next(this.text, this.scanned);
    this.scan.end();
    yield this.record(this.text);
  }

  /** Keeps the text from `start`, unless it is too long. */
  private keep(text: string, start: number): void {
    this.text = text.slice(start);
    this.scanned = this.scan === null ? 0 : this.scanned - start;
    if (this.scan === null || (this.head === null && this.text.length <= longestRow)) return;
    this.head ??= this.text.slice(0, refusedChars);
    this.text = '';
    this.scanned = 0;
  }

  private plainRecord(text: string, start: number, end: number): TableRecord {
    const line = this.line++;
    const body = withoutReturn(text.slice(start, end), this.format);
    if (this.isDamaged || body.length > longestRow) {
      const fault = this.isDamaged ? 'bad_encoding' : 'too_long';
      this.isDamaged = false;
      return { line, lastLine: line, cells: null, fault, raw: body.slice(0, refusedChars) };
    }
    return { line, lastLine: line, cells: body.split(this.format.delimiter), fault: null, raw: '' };
  }

  /** The record that the scan has ended in. */
  private record(text: string): TableRecord {
    const { line, head, scan } = this;
    const lastLine = line + (scan?.breaks ?? 0);
    const body = withoutReturn(text, this.format);
    const tooLong = head !== null || body.length > longestRow ? 'too_long' : null;
    const fault = this.isDamaged ? 'bad_encoding' : (scan?.fault ?? tooLong);
    this.line = lastLine + 1;
    this.scan = null;
    this.head = null;
    this.isDamaged = false;
    this.scanned = 0;
    if (fault === null) return { line, lastLine, cells: cellsOf(body, this.format), fault, raw: '' };
    return { line, lastLine, cells: null, fault, raw: (head ?? body).slice(0, refusedChars) };
  }
}

function withoutReturn(text: string, { lineEnd }: TableFormat): string {
  return lineEnd === '\n' && text.endsWith('\r') ? text.slice(0, -1) : text;
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from);
  return at < 0 ? text.length + 1 : at;
}
