import { csvText, type CellValue } from '@app/csv';
import type { Document, TableColumn } from './column';

/** An answer in a file: what the table shows of it, and whether it is fresh. */
const answerFields = ['p', 'value', 'score', 'status', 'engine_source'] as const;

/** What the fit makes of an answer. */
const calibratedFields = ['p', 'value', 'score'] as const;
const fieldsOf = { answer: answerFields, calibrated: calibratedFields };

/** Names of the columns of a CSV file: an answer has a column for each of its fields. */
function namesOf(columns: readonly TableColumn[]): string[] {
  const pathsOf = ({ path, kind }: TableColumn) =>
    kind === 'answer' || kind === 'calibrated' ? fieldsOf[kind].map((field) => `${path}.${field}`) : [path];
  return ['id', ...columns.flatMap(pathsOf)];
}

function cellsOf(document: Document, { kind, name, judgment = name }: TableColumn): CellValue[] {
  if (kind === 'time') return [document.updated_at];
  const answer = document.answers?.[judgment];
  if (kind === 'answer') return answerFields.map((field) => answer?.[field]);
  if (kind === 'calibrated') return calibratedFields.map((field) => answer?.calibrated?.[field]);
  const value: unknown = document.attributes?.[name];
  return [typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CellValue)];
}

/** Documents as a CSV file with the columns of the table. */
export function csvOf(documents: readonly Document[], columns: readonly TableColumn[]): string {
  const cells = (document: Document) => columns.flatMap((column) => cellsOf(document, column));
  return csvText(
    namesOf(columns),
    documents.map((document) => [document.id, ...cells(document)]),
  );
}

/** Documents as JSON lines, whole as they were read. */
export function jsonlOf(documents: readonly Document[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}
