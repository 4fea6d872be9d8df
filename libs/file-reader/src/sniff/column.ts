import { isExactNumber } from '@app/json/web';
import type { FileRecord } from '../record/record';

/** What all values of a column look like; `mixed` where they differ. Cells of a table stay texts whatever they look like. */
export type Guess = 'empty' | 'number' | 'boolean' | 'time' | 'text' | 'object' | 'array' | 'mixed';

export interface Column {
  name: string;
  guess: Guess;
}

/** Bytes of a document's id. */
const longestId = 256;
const time = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;
const encoder = new TextEncoder();

/** The columns of sampled rows. @param names those of a table; members of objects come behind them */
export function columnsOf(sample: readonly FileRecord[], names: readonly string[]): Column[] {
  const guesses = new Map<string, Guess>(names.map((name) => [name, 'empty']));
  for (const record of sample) {
    if (record.kind === 'refusal') continue;
    for (const [name, value] of Object.entries(record.fields)) {
      guesses.set(name, both(guesses.get(name) ?? 'empty', guessOf(value)));
    }
  }
  return [...guesses].map(([name, guess]) => ({ name, guess }));
}

/** Columns whose sampled values are there, differ, and are short enough. Names that end as those of ids come first. */
export function idCandidates(sample: readonly FileRecord[], columns: readonly Column[]): string[] {
  const rows = sample.flatMap((record) => (record.kind === 'row' ? [record.fields] : []));
  const fits = columns.filter(({ name }) => {
    const values = rows.map((fields) => fields[name]);
    return values.length > 0 && values.every(isId) && new Set(values.map(String)).size === values.length;
  });
  return fits
    .map(({ name }, at) => ({ name, at, rank: rankOf(name) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ name }) => name);
}

/** What a value looks like. */
function guessOf(value: unknown): Guess {
  if (value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'string') return typeof value === 'object' ? 'object' : (typeof value as 'number' | 'boolean');
  if (isExactNumber(value)) return 'number';
  if (/^(?:true|false)$/i.test(value)) return 'boolean';
  return time.test(value) ? 'time' : 'text';
}

function both(first: Guess, second: Guess): Guess {
  if (first === 'empty' || first === second) return second;
  if (second === 'empty') return first;
  const isScalar = (guess: Guess) => ['number', 'boolean', 'time', 'text'].includes(guess);
  return isScalar(first) && isScalar(second) ? 'text' : 'mixed';
}

function isId(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return value !== '' && encoder.encode(String(value)).length <= longestId;
}

function rankOf(name: string): number {
  if (/^_?id$/i.test(name)) return 0;
  return /(?:^|[^a-z])(?:id|uuid|guid|key|nr|no|number)$/i.test(name) || /Id$/.test(name) ? 1 : 2;
}
