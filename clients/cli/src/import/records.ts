import { parse, type Info } from 'csv-parse';
import type { Readable } from 'node:stream';
import { EXIT } from '@app/commands';
import { Refusal } from '../exit/refusal';
import type { Source } from './source';

/** What stands in a line of the file, or why it cannot be used. */
export interface FileRecord {
  /** Line that it begins in; the first line of a file is 1. */
  line: number;
  /** The record as it stands in the file. */
  raw: unknown;
  fields?: Readonly<Record<string, unknown>>;
  refusal?: string;
}

/** The service takes no greater request. */
const longestBytes = 8 * 1024 * 1024;

/** How many records a source has, header and empty lines aside. Reads it whole. */
export async function countRecords(source: Pick<Source, 'kind' | 'name' | 'open'>): Promise<number> {
  const stream = source.open();
  let count = 0;
  try {
    if (source.kind === 'csv')
      for await (const _record of readCsvRecords(stream, source.name, () => undefined)) count++;
    else for await (const text of readLines(stream)) if (text.trim() !== '') count++;
  } finally {
    stream.destroy();
  }
  return count;
}

/** The records of a source, in order. @param onHeader is called with the columns of a CSV file, and may refuse them */
export function readRecords(
  { kind, name }: Pick<Source, 'kind' | 'name'>,
  stream: Readable,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<FileRecord> {
  return kind === 'csv' ? readCsvRecords(stream, name, onHeader) : readJsonRecords(stream);
}

async function* readCsvRecords(
  stream: Readable,
  name: string,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<FileRecord> {
  const parser = parse({
    bom: true,
    info: true,
    // A count or a quote that is off refuses its line, not the file.
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestBytes,
  });
  stream.on('error', (error) => parser.destroy(error)).pipe(parser);
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (!columns) onHeader((columns = record));
      else yield csvRecord(columns, record, info.lines);
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('CSV_')) throw error;
    throw new Refusal(`${name} cannot be read as CSV: ${error.message}. Mend the file and begin again.`, EXIT.failed);
  }
}

function csvRecord(columns: readonly string[], cells: string[], lastLine: number): FileRecord {
  const line = lastLine - cells.reduce((breaks, text) => breaks + text.split('\n').length - 1, 0);
  if (cells.length !== columns.length) {
    return { line, raw: cells, refusal: `The line has ${cells.length} cells, the header ${columns.length}.` };
  }
  return { line, raw: cells, fields: Object.fromEntries(columns.map((column, at) => [column, cells[at]])) };
}

async function* readJsonRecords(stream: Readable): AsyncGenerator<FileRecord> {
  let line = 0;
  for await (const text of readLines(stream)) {
    line++;
    if (text.trim() === '') continue;
    yield { line, ...jsonRecord(text) };
  }
}

function jsonRecord(text: string): Omit<FileRecord, 'line'> {
  if (text.length > longestBytes) return { raw: text.slice(0, 100), refusal: 'The line is longer than 8 MiB.' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { raw: value, fields: value as Record<string, unknown> };
    }
    return { raw: value, refusal: 'The line must hold a JSON object.' };
  } catch (error) {
    return { raw: text, refusal: `The line is no JSON: ${(error as Error).message}.` };
  }
}

/** Lines end with a line feed alone: node:readline would also end them at U+2028, which JSON may hold. */
async function* readLines(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    // What is beyond the bound is refused anyway and need not fill the memory.
    if (rest.length > longestBytes) rest = rest.slice(0, longestBytes + 1);
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
