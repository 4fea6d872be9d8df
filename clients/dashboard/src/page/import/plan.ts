import { typedCell, type CellType, type Column, type Understanding } from '@app/file-reader';
import { setMember } from '@app/json/web';
import type { Schema } from '@app/sdk/client';

export type DocumentBody = Schema<'UpsertOperation'>;

/** Where a column goes. `created_at` is the time when a new document came to be. */
export type Place = 'id' | 'attributes' | 'state' | 'created_at' | 'none';

export interface ColumnPlan {
  name: string;
  place: Place;
  /** Of the cells of a table; values of JSON have types of their own. */
  type: CellType;
}

/** What becomes of the columns of a file. */
export interface Plan {
  /** Whether the objects of the file are documents as the API takes them, so that no column is placed. */
  isWhole: boolean;
  isTable: boolean;
  columns: ColumnPlan[];
}

/** What a row becomes. */
export interface PlannedRow {
  document: DocumentBody;
  /** Columns whose cell is not of the type that was chosen, and stays a text. */
  misfits: string[];
}

/** Columns that the file of refused rows adds: an import of that file leaves them out. */
export const refusedColumns = ['refused_line', 'refused_reason', 'refused_text'] as const;

/** Members by which a document of the API is known. */
const parts = ['attributes', 'state', 'images'];
const wholeMembers = new Set(['id', ...parts, 'created_at']);
/** Attributes of a document that the service takes. */
const mostAttributes = 64;
/** A text of more characters, or of more words, is read and not compared. */
const [longText, manyWords] = [80, 5];

/** What the page proposes for a file. */
export function planOf({ format, columns, idCandidates, sample }: Understanding): Plan {
  const isTable = format === 'csv' || format === 'tsv';
  const own = columns.filter(({ name }) => !isRefusedColumn(name));
  const isWhole =
    !isTable &&
    own.every(({ name }) => wholeMembers.has(name)) &&
    own.some(({ name, guess }) => parts.includes(name) && guess === 'object');
  const values = (name: string) => sample.flatMap((one) => (one.kind === 'row' ? [one.fields[name]] : []));
  const idColumn = idCandidates.find((name) => !isRefusedColumn(name));
  let attributes = 0;
  const proposedPlace = ({ name, guess }: Column): Place => {
    if (isRefusedColumn(name) || name === '') return 'none';
    if (name === idColumn) return 'id';
    if (isRead(guess, values(name)) || attributes === mostAttributes) return 'state';
    attributes++;
    return 'attributes';
  };
  return {
    isWhole,
    isTable,
    columns: columns.map((column) => ({ name: column.name, place: proposedPlace(column), type: 'text' })),
  };
}

/** The plan with one column changed. Only one column is the id, and one the time: another that was is left out. */
export function withColumn(plan: Plan, name: string, change: Partial<Omit<ColumnPlan, 'name'>>): Plan {
  const isSingle = change.place === 'id' || change.place === 'created_at';
  const columns = plan.columns.map((column) => {
    if (column.name === name) return { ...column, ...change };
    return isSingle && column.place === change.place ? { ...column, place: 'none' as const } : column;
  });
  return { ...plan, columns };
}

/** The column of the id; undefined where none is chosen. */
export function idColumnOf({ isWhole, columns }: Plan): string | undefined {
  return isWhole ? 'id' : columns.find(({ place }) => place === 'id')?.name;
}

/** Makes documents of rows. @returns for a row that makes none the sentence that says why */
export function plannerOf(plan: Plan): (fields: Readonly<Record<string, unknown>>) => PlannedRow | string {
  const columns = new Map(plan.columns.map((column) => [column.name, column]));
  const idColumn = idColumnOf(plan) ?? 'id';
  return (fields) => {
    const id = fields[idColumn];
    if (!((typeof id === 'string' && id !== '') || typeof id === 'number')) {
      const isEmpty = id === undefined || id === null || id === '';
      return `"${idColumn}" is ${isEmpty ? 'empty' : 'no text and no number'}: it must hold the document's id.`;
    }
    if (plan.isWhole) {
      const members = Object.entries(fields).filter(([name]) => !isRefusedColumn(name));
      return { document: { ...(Object.fromEntries(members) as DocumentBody), id: String(id) }, misfits: [] };
    }
    const document: DocumentBody = { id: String(id) };
    const misfits: string[] = [];
    for (const [name, cell] of Object.entries(fields)) {
      // Objects further down may have members that no sampled one has.
      const { place, type } = columns.get(name) ?? { place: 'state', type: 'text' };
      // A document that exists keeps its time.
      if (place === 'created_at' && cell !== '' && cell !== null) document.created_at_if_new = cell as string;
      if (place !== 'attributes' && place !== 'state') continue;
      const value = plan.isTable && typeof cell === 'string' ? typedCell(cell, type) : cell;
      if (value === undefined) continue;
      if (type !== 'text' && typeof value !== type && plan.isTable) misfits.push(name);
      setMember((document[place] ??= {}), name, value);
    }
    return { document, misfits };
  };
}

/** Attributes are short values that filters compare; what a model reads stands in the state. */
function isRead(guess: Column['guess'], values: readonly unknown[]): boolean {
  if (guess === 'object' || guess === 'array' || guess === 'mixed') return true;
  if (guess !== 'text') return false;
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '');
  const isLong = (text: string) => text.length > longText || text.trim().split(/\s+/).length > manyWords;
  // A title has few words now and then.
  return texts.filter(isLong).length * 4 > texts.length;
}

function isRefusedColumn(name: string): boolean {
  return (refusedColumns as readonly string[]).includes(name);
}
