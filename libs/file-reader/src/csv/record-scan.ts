/** What is wrong with the quotes of a record. */
export type QuoteFault = 'bare_quote' | 'text_behind_quote' | 'open_quote';

/** Where a scan stands: before a cell, in one, in quotes, behind a quote in quotes, behind that and a CR, behind a fault. */
type Mode = 'start' | 'plain' | 'quoted' | 'quote' | 'return' | 'broken';

const quote = 0x22;
const carriageReturn = 0x0d;

/** How a table is cut into cells. */
export interface TableFormat {
  /** One character. */
  delimiter: string;
  /** What ends a row. A line feed may have a carriage return before it. */
  lineEnd: '\n' | '\r';
  /** False where a quote mark is a character as any other. */
  hasQuotes: boolean;
}

/**
 * Looks for the end of a record (RFC 4180) in text that comes in parts. It keeps no text, so that a quote that is never closed costs
 * no memory.
 */
export class RecordScan {
  /** Line ends inside quotes so far. */
  breaks = 0;
  fault: QuoteFault | null = null;
  /** Whether the last character was such a line end. */
  private isAtBreak = false;
  private mode: Mode = 'start';
  private readonly delimiter: number;
  private readonly lineEnd: number;

  constructor(private readonly format: TableFormat) {
    this.delimiter = format.delimiter.charCodeAt(0);
    this.lineEnd = format.lineEnd.charCodeAt(0);
  }

  /** @returns the index of the line end that ends the record, or -1 when it is not in the text */
  next(text: string, from: number): number {
    for (let at = from; at < text.length; at++) if (this.take(text.charCodeAt(at))) return at;
    return -1;
  }

  /** Called where the file ends inside the record. */
  end(): void {
    if (this.mode !== 'quoted') return;
    this.fault = 'open_quote';
    // What is behind the last line end of the file is no line.
    if (this.isAtBreak) this.breaks--;
  }

  /** @returns whether the character ends the record */
  private take(code: number): boolean {
    switch (this.mode) {
      case 'start':
        if (code === quote && this.format.hasQuotes) this.mode = 'quoted';
        else return this.takePlain(code);
        return false;
      case 'plain':
        if (code === quote && this.format.hasQuotes) this.break('bare_quote');
        else return this.takePlain(code);
        return false;
      case 'quoted':
        this.isAtBreak = code === this.lineEnd;
        if (code === quote) this.mode = 'quote';
        else if (this.isAtBreak) this.breaks++;
        return false;
      case 'quote':
        if (code === quote) this.mode = 'quoted';
        else if (code === this.delimiter) this.mode = 'start';
        else if (code === this.lineEnd) return true;
        else if (code === carriageReturn) this.mode = 'return';
        else this.break('text_behind_quote');
        return false;
      case 'return':
        if (code === this.lineEnd) return true;
        this.break('text_behind_quote');
        return false;
      case 'broken':
        return code === this.lineEnd;
    }
  }

  private takePlain(code: number): boolean {
    this.mode = code === this.delimiter ? 'start' : 'plain';
    return code === this.lineEnd;
  }

  /** The record is refused to the end of this line, and the next one begins behind it. */
  private break(fault: QuoteFault): void {
    this.fault = fault;
    this.mode = 'broken';
  }
}

/** The cells of a record in which a scan found no fault. @param text without its line end */
export function cellsOf(text: string, { delimiter, hasQuotes }: TableFormat): string[] {
  if (!hasQuotes || !text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ;) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at + 1) : text.indexOf(delimiter, at);
    if (isQuoted) cells.push(text.slice(at + 1, end).replaceAll('""', '"'));
    else cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
    const behind = isQuoted ? end + 1 : end;
    if (end < 0 || behind >= text.length) return cells;
    at = behind + 1;
    if (at === text.length) return [...cells, ''];
  }
}

/** Index of the quote that closes the cell. */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
