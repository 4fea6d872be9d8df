import { namedDelimiter } from './header';
import type { TableFormat } from './record-scan';
import { TableRecords } from './table-records';

const candidates = [',', ';', '\t', '|'] as const;
const mostRecords = 100;

/**
 * The delimiter of a table: the one that a line `sep=` names, else the one by which most rows have as many cells as the first;
 * among equals the one with more cells. A comma where there is one column.
 * @param head text from the beginning of the file @param isWhole whether it is all of it
 */
export function sniffDelimiter(head: string, format: Omit<TableFormat, 'delimiter'>, isWhole: boolean): string {
  const [firstLine = ''] = head.split(/[\r\n]/, 1);
  const named = namedDelimiter(firstLine);
  if (named !== null) return named;
  let best = { delimiter: ',', share: 0, cells: 1 };
  for (const delimiter of candidates) {
    const counts = cellCounts(head, { ...format, delimiter }, isWhole);
    const [cells = 0] = counts;
    if (cells < 2) continue;
    const share = counts.filter((count) => count === cells).length / counts.length;
    if (share > best.share || (share === best.share && cells > best.cells)) best = { delimiter, share, cells };
  }
  return best.delimiter;
}

/** Cells of the first records; 0 for a record in which something is wrong. */
function cellCounts(head: string, format: TableFormat, isWhole: boolean): number[] {
  const records = new TableRecords(format);
  const counts: number[] = [];
  for (const { cells } of records.push({ text: head, isDamaged: false })) {
    if (cells?.length !== 1 || cells[0] !== '') counts.push(cells?.length ?? 0);
    if (counts.length === mostRecords) return counts;
  }
  if (isWhole || counts.length === 0) for (const { cells } of records.end()) counts.push(cells?.length ?? 0);
  return counts;
}

/** How rows of a table end, by the first line end that stands outside quotes. */
export function sniffLineEnd(head: string): '\n' | '\r' {
  let isQuoted = false;
  for (let at = 0; at < head.length; at++) {
    const char = head[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '\n') return '\n';
    else if (!isQuoted && char === '\r') return head[at + 1] === '\n' || at + 1 === head.length ? '\n' : '\r';
  }
  return '\n';
}
