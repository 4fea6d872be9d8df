import type { Command } from 'commander';
import { Refusal } from '../../exit/refusal';
import { idOf, RowError } from '../../import/mapping';
import { openRecords, toldOf } from '../../import/records';
import { openSource } from '../../import/source';
import type { Call } from '../call/call';

export interface NamedOptions {
  file?: string;
  id: string;
}

/** Ids that one command takes from a file: it shows how many they are before it does anything. */
const mostOfFile = 100_000;

/** Takes ids as arguments or from a file. */
export function namedDocuments(command: Command): Command {
  return command
    .argument('[ids...]', 'ids of the documents, or --file')
    .option('--file <file>', 'of ids: .csv, .tsv, .json, .jsonl, each also with .gz, or - for the input')
    .option('--id <column>', 'column of the ids in the file', 'id');
}

/** The ids that are named, each once. @throws Refusal for none, for both ways, and for a file with a row that has no id */
export async function readNamed({ options, world }: Call<NamedOptions>, ids: readonly string[]): Promise<string[]> {
  const { file, id: column } = options;
  if (ids.length > 0 === (file !== undefined)) throw new Refusal('Name documents by their ids, or by --file FILE.');
  if (file === undefined) return [...new Set(ids)];
  const found = new Set<string>();
  const opened = openRecords(openSource(file, { idMembers: [column] }, world), ({ delimiter, columns }) => {
    const has = columns.map(({ name }) => name);
    if (delimiter === null || has.length === 0 || has.includes(column)) return;
    throw new Refusal(`${file} has no column "${column}"; it has ${has.join(', ')}. Name the one of the ids by --id.`);
  });
  try {
    for await (const record of opened.records) {
      if (record.kind === 'refusal') throw notRead(file, record.line, toldOf(record.reason, record.message));
      found.add(idIn(file, record, column));
      if (found.size > mostOfFile) throw new Refusal(`${file} names more than ${mostOfFile} documents: split it.`);
    }
  } finally {
    opened.close();
  }
  if (found.size === 0) throw new Refusal(`${file} names no document.`);
  return [...found];
}

function idIn(
  file: string,
  { line, fields }: { line: number; fields: Record<string, unknown> },
  column: string,
): string {
  try {
    return idOf(fields[column], column);
  } catch (error) {
    if (error instanceof RowError) throw notRead(file, line, error.message);
    throw error;
  }
}

/** Of a list that is damaged nobody knows what it meant: nothing is done. */
function notRead(file: string, line: number, reason: string): Refusal {
  return new Refusal(`${file}, line ${line}: ${reason} Nothing was done.`);
}
