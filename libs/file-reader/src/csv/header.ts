import { FileFault } from '../record/file-fault';
import type { TableRecord } from './table-records';

const mostColumns = 5_000;

/** A line by which programs tell Excel the delimiter. */
const delimiterLine = /^sep=(.)$/i;

/** The columns of a table. */
export class Header {
  /** @param names empty texts for columns without a name */
  private constructor(
    readonly names: readonly string[],
    readonly line: number,
  ) {}

  /** @throws FileFault for a header that cannot name the columns */
  static of({ cells, fault, line, lastLine }: TableRecord): Header {
    if (fault === 'bad_encoding') {
      throw new FileFault('bad_encoding', `The header in line ${line} is not in this encoding: name the file's.`, line);
    }
    if (cells === null) {
      const where = line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`;
      throw new FileFault('broken_header', `The header in ${where} has a quote that does not fit: mend it.`, line);
    }
    if (cells.every((name) => name === '')) {
      throw new FileFault('no_header', 'The first row names no column: put a row of names above the others.', line);
    }
    if (cells.length > mostColumns) {
      const message = `The header names ${cells.length} columns; a file may have ${mostColumns}.`;
      throw new FileFault('too_many_columns', message, line);
    }
    const twice = cells.find((name, at) => name !== '' && cells.indexOf(name) !== at);
    if (twice !== undefined) {
      const places = cells.flatMap((name, at) => (name === twice ? [at + 1] : []));
      const message = `The columns ${places.join(' and ')} are both named "${twice}": give each a name of its own.`;
      throw new FileFault('duplicate_columns', message, line);
    }
    return new Header(cells, line);
  }

  /** The columns that have names. */
  get columns(): string[] {
    return this.names.filter((name) => name !== '');
  }
}

/** The delimiter that a line such as `sep=;` names; null for another line. */
export function namedDelimiter(firstLine: string): string | null {
  return delimiterLine.exec(firstLine)?.[1] ?? null;
}
