/** A value of a cell as an export writes it. */
export type CellValue = string | number | boolean | null | undefined;

/** A spreadsheet runs a cell that begins so as a formula, also after blanks. */
const formula = /^[\t\r]|^\s*[=+\-@]/;

/** Says that a file is UTF-8. Without it Excel reads a CSV file by the encoding of the computer, and "Köln" as "KÃ¶ln". */
const byteOrderMark = '\uFEFF';

/** One cell of a CSV file. A text that a spreadsheet would run gets a quote mark before it; numbers stay numbers. */
export function csvCell(value: CellValue): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of a CSV file, which end as RFC 4180 has them. */
export function csvLines(rows: readonly (readonly CellValue[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** A CSV file with a line of names. */
export function csvText(names: readonly string[], rows: readonly (readonly CellValue[])[]): string {
  return csvLines([names, ...rows]);
}

/** A CSV file for people, who open it in a spreadsheet. @param text of `csvText` or `csvLines`, whole */
export function csvFile(text: string): string {
  return text.startsWith(byteOrderMark) ? text : `${byteOrderMark}${text}`;
}
