import { setMember } from '@app/json/web';
import { damagedSentence } from '../encoding/encoding';
import {
  type FileRecord,
  type Piece,
  type RecordReader,
  type RefusalReason,
  lineWords,
  mostBytes,
  refuse,
} from '../record/record';
import { Header, namedDelimiter } from './header';
import type { TableFormat } from './record-scan';
import { type TableRecord, TableRecords } from './table-records';

const encoder = new TextEncoder();

/** Reads a table: the first row names the columns, rows of empty cells are passed over, and cells stay texts. */
export class TableReader implements RecordReader {
  private readonly records: TableRecords;
  private header: Header | null = null;

  /** @param onHeader is called with the columns before the first record, and may throw */
  constructor(
    private readonly format: TableFormat,
    private readonly encoding: string,
    private readonly onHeader: (columns: readonly string[]) => void = () => undefined,
  ) {
    this.records = new TableRecords(format);
  }

  *push(piece: Piece): Generator<FileRecord> {
    for (const record of this.records.push(piece)) {
      const read = this.read(record);
      if (read !== null) yield read;
    }
  }

  *end(): Generator<FileRecord> {
    for (const record of this.records.end()) {
      const read = this.read(record);
      if (read !== null) yield read;
    }
  }

  /** Null for the header and for a row of empty cells. */
  private read(record: TableRecord): FileRecord | null {
    const { cells, fault } = record;
    const isEmpty = cells?.every((cell) => cell === '') ?? false;
    if (this.header === null) {
      if (isEmpty && cells?.length === 1) return null;
      // The line names the delimiter by standing between its letters and the end of the line.
      if (record.line === 1 && cells && namedDelimiter(cells.join(this.format.delimiter)) !== null) return null;
      this.header = Header.of(record);
      this.onHeader(this.header.columns);
      return null;
    }
    if (isEmpty) return null;
    if (fault !== null) return this.refuse(fault, record);
    return cells === null ? null : this.row(cells, record, this.header.names);
  }

  private row(cells: string[], record: TableRecord, names: readonly string[]): FileRecord {
    const refused = (reason: RefusalReason, message: string): FileRecord =>
      refuse(reason, [record.line, record.lastLine], message, cells.join(this.format.delimiter));
    if (cells.length !== names.length) {
      const counts = `The line has ${cells.length} cells, the header ${names.length}`;
      return refused('cells', `${counts}: quote a cell that holds ${shown(this.format.delimiter)}.`);
    }
    const fields: Record<string, unknown> = {};
    let chars = 0;
    for (let at = 0; at < cells.length; at++) {
      const [name, cell] = [names[at] ?? '', cells[at] ?? ''];
      chars += cell.length;
      if (cell.includes('\0')) {
        return refused('nul', 'A cell holds U+0000, which no document may hold: take the character away.');
      }
      if (name !== '') setMember(fields, name, cell);
      else if (cell !== '')
        return refused('unnamed_cell', `Cell ${at + 1} stands in a column without a name: name it.`);
    }
    if (chars * 3 > mostBytes && bytesOf(cells) > mostBytes) return refused('too_long', tooLong);
    return { kind: 'row', line: record.line, fields, raw: cells };
  }

  private refuse(fault: NonNullable<TableRecord['fault']>, { line, lastLine, raw }: TableRecord): FileRecord {
    const message = {
      bad_encoding: damagedSentence('The line', this.encoding),
      bare_quote: 'A quote mark stands inside a cell that does not begin with one: quote the cell and double the mark.',
      text_behind_quote: `The quote of a cell closes before the cell ends: double each quote mark inside it. ${leftOut(line, lastLine)}`,
      open_quote: `A quote opens in line ${line} and is never closed: close it. ${leftOut(line, lastLine)}`,
      too_long: tooLong,
    }[fault];
    return refuse(fault, [line, lastLine], message.trim(), raw);
  }
}

const tooLong = 'The row is greater than 1 MiB, and so is its document: shorten it.';

function leftOut(line: number, lastLine: number): string {
  return line === lastLine ? '' : `What stands in ${lineWords(line, lastLine)} is left out.`;
}

function bytesOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + encoder.encode(cell).length, 0);
}

function shown(delimiter: string): string {
  return delimiter === '\t' ? 'a tab' : `"${delimiter}"`;
}
