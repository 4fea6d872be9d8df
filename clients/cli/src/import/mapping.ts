import { typedValue, type Understanding } from '@app/file-reader';
import type { Schema } from '@app/sdk';
import { Refusal } from '../exit/refusal';

type Operation = Schema<'UpsertOperation'>;

export interface MappingOptions {
  /** Column of the id. JSON lines without it hold whole operations of the API. */
  id?: string;
  attributes?: readonly string[];
  state?: readonly string[];
  /** Columns that no other option names go into `state`. Without `attributes` and `state` they do so, too. */
  stateRest?: boolean;
  createdAt?: string;
  /** Column to place, such as `{"Ort": "attributes.city"}`. */
  map?: Readonly<Record<string, string>>;
  /** Reads cells as JSON where they are: `12` is a number. Else each cell is a text, so that a code keeps its zeros. */
  typed?: boolean;
}

/** Members by which an operation of the API is known. */
const parts = new Set(['attributes', 'state', 'images', 'created_at', 'created_at_if_new', 'if_version']);

/** A line that makes no document; the message says why. */
export class RowError extends Error {}

/** Makes documents of records by the options of `import`. */
export class Mapping {
  private readonly places: ReadonlyMap<string, readonly string[]>;
  private readonly hasRest: boolean;
  /** Whether rows are whole operations of the API. */
  private isWhole = false;

  /** @throws Refusal for a place that no document has */
  constructor(private readonly options: MappingOptions) {
    const { id, attributes = [], state = [], createdAt, map = {} } = options;
    const places = new Map(Object.entries(map).map(([column, place]) => [column, memberPathOf(place)]));
    for (const column of attributes) places.set(column, ['attributes', column]);
    for (const column of state) places.set(column, ['state', column]);
    if (createdAt !== undefined) places.set(createdAt, ['created_at']);
    const hasId = [...places.values()].some(([root]) => root === 'id');
    if (id !== undefined || !hasId) places.set(id ?? 'id', ['id']);
    this.places = places;
    this.hasRest = options.stateRest ?? (attributes.length === 0 && state.length === 0 && options.map === undefined);
  }

  /** The column of the id. */
  get idColumn(): string {
    return [...this.places].find(([, [root]]) => root === 'id')?.[0] ?? 'id';
  }

  /** Takes what was found out of the file. @throws Refusal when it does not fit the options */
  understand({ format, columns: found }: Pick<Understanding, 'format' | 'columns'>): void {
    const columns = found.map(({ name }) => name);
    const isTable = format === 'csv' || format === 'tsv';
    this.isWhole = !isTable && this.options.id === undefined && this.options.map === undefined;
    if (this.isWhole && columns.length > 0 && !columns.some((name) => parts.has(name)) && columns.join() !== 'id') {
      const has = `they have ${columns.join(', ')}`;
      throw new Refusal(`The objects are no operations of the API (id, attributes, state); ${has}. Give --id COLUMN.`);
    }
    // Objects need not have the same members.
    if (!isTable || columns.length === 0) return;
    const absent = [...this.places.keys()].find((column) => !columns.includes(column));
    if (absent !== undefined) throw new Refusal(`The file has no column "${absent}"; it has ${columns.join(', ')}.`);
  }

  /** What to say at the end of columns whose cells look like numbers; null where nothing is to be said. */
  toldOfNumbers(columns: readonly string[]): string | null {
    if (this.options.typed) return null;
    const texts = columns.filter((column) => (this.memberPathOfColumn(column)?.length ?? 0) > 1);
    if (texts.length === 0) return null;
    const look = texts.length === 1 ? 'looks like numbers and was' : 'look like numbers and were';
    return `${texts.join(', ')} ${look} written as text: --typed writes numbers.`;
  }

  /** @throws RowError for a record without an id */
  documentOf(fields: Readonly<Record<string, unknown>>): Operation {
    if (this.isWhole) return { ...(fields as Operation), id: idOf(fields['id'], 'id') };
    const document: Record<string, unknown> = {};
    for (const [column, cell] of Object.entries(fields)) {
      const place = this.memberPathOfColumn(column);
      if (!place) continue;
      const value = place.length > 1 && this.options.typed && typeof cell === 'string' ? typedValue(cell) : cell;
      if (value !== undefined) put(document, place, value);
    }
    if (document['created_at'] === '') delete document['created_at'];
    return { ...document, id: idOf(document['id'], this.idColumn) };
  }

  private memberPathOfColumn(column: string): readonly string[] | undefined {
    return this.places.get(column) ?? (this.hasRest ? ['state', column] : undefined);
  }
}

/** @throws RowError unless the value is a text or a number */
export function idOf(value: unknown, column: string): string {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  const isEmpty = value === undefined || value === null || value === '';
  throw new RowError(`"${column}" is ${isEmpty ? 'empty' : 'no text and no number'}: it must hold the document's id.`);
}

function memberPathOf(place: string): string[] {
  const [root = '', ...rest] = place.split('.');
  const isField = (root === 'attributes' || root === 'state') && rest.length > 0 && rest.every((name) => name !== '');
  if (!isField && place !== 'id' && place !== 'created_at') {
    throw new Refusal(`"${place}" in --map is no place: give id, created_at, attributes.<name> or state.<name>.`);
  }
  return [root, ...rest];
}

function put(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    // Plain assignment would set the prototype for a column named __proto__.
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner =
    Object.hasOwn(target, name) && typeof target[name] === 'object' && target[name] !== null ? target[name] : {};
  put(target, [name], inner);
  put(inner as Record<string, unknown>, rest, value);
}
