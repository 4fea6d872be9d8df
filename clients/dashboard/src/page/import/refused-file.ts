import { readBatches, type ImportStore, type KeptImport, type RefusedRow } from './kept-import';
import { refusedColumns } from './plan';

export interface SavedFile {
  /** Without the ending. */
  name: string;
  kind: 'csv' | 'jsonl';
  text: string;
}

/** The refused rows of an import as a file of the same kind, with the line and the reason, which can be mended and imported again. */
export async function readRefusedFile(store: ImportStore, kept: KeptImport): Promise<SavedFile> {
  const rows: RefusedRow[] = [];
  for await (const { refused } of readBatches(store, kept)) rows.push(...refused);
  const { isTable, columns } = kept.plan;
  const base = kept.fileName.replace(/\.[^.]*$/, '');
  if (!isTable) {
    return { name: `${base}.refused`, kind: 'jsonl', text: rows.map(lineOf).join('') };
  }
  const names = columns.map(({ name }) => name).filter((name) => name !== '' && !isAdded(name));
  const hasText = rows.some(({ text }) => text !== undefined);
  const added = hasText ? refusedColumns : refusedColumns.slice(0, 2);
  const cells = ({ line, reason, text = '', fields = {} }: RefusedRow) => [
    ...[String(line), reason, text].slice(0, added.length),
    ...names.map((name) => textOf(fields[name])),
  ];
  const table = [[...added, ...names], ...rows.map(cells)];
  const text = table.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
  return { name: `${base}.refused`, kind: 'csv', text };
}

function lineOf({ line, reason, text, fields = {} }: RefusedRow): string {
  const own = Object.entries(fields).filter(([name]) => !isAdded(name));
  const added = { refused_line: line, refused_reason: reason, ...(text !== undefined && { refused_text: text }) };
  return `${JSON.stringify({ ...added, ...Object.fromEntries(own) })}\n`;
}

/** As RFC 4180 has it. Nothing is put before a formula, as exports do: the cells are the person's own, and are imported again. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function isAdded(name: string): boolean {
  return (refusedColumns as readonly string[]).includes(name);
}
