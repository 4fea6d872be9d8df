import { visible } from './visible';

const GAP = '  ';

/** Lines of a table for a terminal: each column as wide as its widest cell, cells cut to `widest` characters. */
export function table(header: readonly string[], rows: readonly (readonly string[])[], widest = 60): string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => cut([...visible(cell)], widest)));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.join('') + ' '.repeat((widths[column] ?? 0) - cell.length))
      .join(GAP)
      .trimEnd(),
  );
}

/** Lines for a pipe: cells uncut, separated by tabs; a tab or line end inside a cell is escaped. */
export function tabSeparated(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [header, ...rows].map((row) => row.map(visible).join('\t'));
}

function cut(characters: string[], widest: number): string[] {
  return characters.length <= widest ? characters : [...characters.slice(0, widest - 1), '…'];
}
