import type { Schema } from '@app/sdk/client';
import type { Asked } from '../../filter/offered';

export type Document = Schema<'DocumentView'>;

/** A column of the table: an attribute, a judgment's answer, its calibrated number, or when the document changed. */
export interface TableColumn {
  /** The column as the address names it, such as `attributes.country` or `answers.late`. */
  path: string;
  kind: 'attribute' | 'answer' | 'calibrated' | 'time';
  /** What stands over it. */
  name: string;
  /** Of the judgment, for what is read of its answer. */
  judgment?: string;
}

/** Attributes that the table shows before anybody chose; a document may have hundreds. */
const mostAttributes = 6;
/** Rows that say which columns there are. */
const sampled = 200;

const changed: TableColumn = { path: 'updated_at', kind: 'time', name: 'Changed' };

/** Every column that can be chosen, those of most rows first. @param judgments of the namespace, also without an answer */
export function offeredColumns(rows: readonly Document[], judgments: readonly string[]): TableColumn[] {
  const sample = rows.slice(0, sampled);
  const answers = new Set([...judgments, ...namesOf(sample.map((row) => row.answers))]);
  return [
    ...namesOf(sample.map((row) => row.attributes)).map((name) => attribute(name)),
    ...[...answers].map((name): TableColumn => ({ path: `answers.${name}`, kind: 'answer', name, judgment: name })),
    ...[...answers].map((name): TableColumn => ({
      path: `answers.${name}.calibrated`,
      kind: 'calibrated',
      name: `${name}, calibrated`,
      judgment: name,
    })),
    changed,
  ];
}

/**
 * The columns that stand in an address, such as `attributes.country,answers.late`; without any, those offered first. A column of
 * answers shows the calibrated number beside the raw one, so that its own column is one to choose.
 * One that no row has now stays: the next page may have it.
 */
export function chosenColumns(text: string, offered: readonly TableColumn[]): TableColumn[] {
  if (text === '') {
    let left = mostAttributes;
    return offered.filter(({ kind }) => kind !== 'calibrated' && (kind !== 'attribute' || left-- > 0));
  }
  return text.split(',').flatMap((path) => {
    const known = offered.find((column) => column.path === path);
    if (known) return [known];
    return path.startsWith('attributes.') ? [attribute(path.slice('attributes.'.length))] : [];
  });
}

function attribute(name: string): TableColumn {
  return { path: `attributes.${name}`, kind: 'attribute', name };
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

/** Orders that a table can be put into: by answers, by attributes that rows have, by age. */
export function offeredOrders(
  judgments: readonly Pick<Asked, 'name' | 'type'>[],
  columns: readonly TableColumn[],
): { value: string; label: string }[] {
  const answers = judgments.filter(({ type }) => type !== 'choice');
  const both = (path: string, words: string, [high, low]: readonly [string, string]) => [
    { value: `${path}:desc`, label: `${words}, ${high} first` },
    { value: `${path}:asc`, label: `${words}, ${low} first` },
  ];
  return [
    ...answers.flatMap(({ name, type }) => {
      const field = type === 'bool' ? 'p' : 'score';
      return [
        ...both(`answers.${name}.${field}`, `${name}, raw`, sizes),
        ...both(`answers.${name}.calibrated.${field}`, `${name}, calibrated`, sizes),
      ];
    }),
    ...columns.filter(({ kind }) => kind === 'attribute').flatMap(({ path, name }) => both(path, name, sizes)),
    ...both('created_at', 'created', ['newest', 'oldest']),
  ];
}
const sizes = ['high', 'low'] as const;

/** Thresholds that are probabilities, as ticks of a bar. */
export function ticksOf(thresholds: Schema<'Thresholds'> | undefined): number[] {
  return Object.values(thresholds ?? {}).filter((threshold): threshold is number => typeof threshold === 'number');
}

/** What a cell says of an attribute. */
export function attributeText({ attributes }: Pick<Document, 'attributes'>, name: string): string {
  const value: unknown = attributes?.[name];
  return Array.isArray(value) ? value.join(', ') : String(value ?? '–');
}
