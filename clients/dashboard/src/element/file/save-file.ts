import { csvFile } from '@app/csv';

const types = { csv: 'text/csv', json: 'application/json', jsonl: 'application/jsonl' } as const;

/** What a file that people save holds. */
export type FileKind = keyof typeof types;

/** A file as the browser saves it: a table says that it is UTF-8, since people open it in a spreadsheet. */
export function fileOf(kind: FileKind, text: string): Blob {
  return new Blob([kind === 'csv' ? csvFile(text) : text], { type: `${types[kind]};charset=utf-8` });
}

/** Has the browser save a text as a file. @param name without the ending, which says what it holds */
export function saveFile(name: string, kind: FileKind, text: string): void {
  const address = URL.createObjectURL(fileOf(kind, text));
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.${kind}` });
  link.click();
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
