import { isExactNumber } from '@app/json/web';
import type { Schema } from '@app/sdk';
import { idOf, RowError } from './mapping';

type Outcome = Schema<'OutcomeBody'>;

/** Which columns of a file say what of an outcome. */
export interface OutcomeColumns {
  document: string;
  value: string;
  /** Left out where the outcomes are about the current answers. */
  observedAt?: string;
  /** True where none of the options was right. */
  escape?: string;
  /** A text of the value column that means that none of the options was right. */
  none?: string;
}

/** The outcome of a row. @param type of the judgment @throws RowError for a row that says nothing, or two things */
export function outcomeOf(fields: Readonly<Record<string, unknown>>, columns: OutcomeColumns, type: string): Outcome {
  const { document, observedAt } = columns;
  const when: Pick<Outcome, 'observed_at' | 'as_of'> = observedAt
    ? { observed_at: String(fields[observedAt] ?? '') }
    : { as_of: 'latest' };
  return { document: idOf(fields[document], document), ...saidOf(fields, columns, type), ...when };
}

function saidOf(
  fields: Readonly<Record<string, unknown>>,
  { value: column, escape, none }: OutcomeColumns,
  type: string,
): Pick<Outcome, 'value' | 'escape'> {
  const cell = fields[column];
  if (none !== undefined && cell === none) return { escape: true };
  if (escape === undefined || !isEscape(fields[escape], escape)) return { value: valueOf(cell, type) };
  // A row that says both would teach one of two contrary things.
  if (cell !== undefined && cell !== null && cell !== '') {
    throw new RowError(
      `"${escape}" says that no option was right, and "${column}" names one: leave one of them empty.`,
    );
  }
  return { escape: true };
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

function isEscape(cell: unknown, column: string): boolean {
  const text = String(cell ?? '').trim();
  const is = text === '' ? false : booleans.get(text.toLowerCase());
  if (is === undefined) throw new RowError(`"${text}" in "${column}" must be true, false or empty.`);
  return is;
}

/** A cell as the judgment's type has it; an option is kept to the letter. @throws RowError when it has no such value */
export function valueOf(cell: unknown, type: string): boolean | number | string {
  if (typeof cell === 'object' && cell !== null) throw new RowError(`${JSON.stringify(cell)} is no outcome.`);
  const given = String(cell ?? '');
  const text = given.trim();
  if (type === 'choice' && text !== '') return given;
  if (type === 'score' && text !== '') return numberOf(text);
  const is = type === 'bool' ? booleans.get(text.toLowerCase()) : undefined;
  if (is === undefined) throw new RowError(`"${text}" is no outcome of a ${type} judgment.`);
  return is;
}

function numberOf(text: string): number {
  // Spreadsheets also write +1, .5 and 1., which JSON does not know.
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
  if (isExactNumber(plain) || /^-0+(?:\.0+)?$/.test(plain)) return Number(plain);
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(plain);
  const mend = isNumber ? 'has more digits than a number keeps: round it' : 'is no outcome of a score judgment';
  throw new RowError(`"${text}" ${mend}.`);
}
