import type { Schema } from '@app/sdk/client';

export type Document = Schema<'DocumentView'>;

/** Attributes that the table shows at most; a document may have hundreds. */
const mostAttributes = 6;

/** Names of attributes and judgments that the rows have, those of most rows first. */
export function columnsOf(rows: readonly Document[]): { attributes: string[]; answers: string[] } {
  return {
    attributes: namesOf(rows.map(({ attributes }) => attributes)).slice(0, mostAttributes),
    answers: namesOf(rows.map(({ answers }) => answers)),
  };
}

function namesOf(objects: readonly (object | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const name of objects.flatMap((object) => Object.keys(object ?? {}))) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}

/** The order of an address such as `answers.late.p:desc`; undefined for none. */
export function orderOf(text: string): Schema<'OrderKey'>[] | undefined {
  const [, path, direction] = /^(.+):(asc|desc)$/.exec(text) ?? [];
  return path === undefined ? undefined : [{ path, direction: direction === 'asc' ? 'asc' : 'desc' }];
}

/** Thresholds that are probabilities, as ticks of a bar. */
export function ticksOf(thresholds: Schema<'Thresholds'> | undefined): number[] {
  return Object.values(thresholds ?? {}).filter((threshold): threshold is number => typeof threshold === 'number');
}
