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

/** A line that makes no document; the message says why. */
export class RowError extends Error {}

/** Makes documents of records by the options of `import`. */
export class Mapping {
  private readonly places: ReadonlyMap<string, readonly string[]>;
  private readonly hasRest: boolean;

  /** @throws Refusal for a place that no document has */
  constructor(
    private readonly options: MappingOptions,
    private readonly isWhole: boolean,
  ) {
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

  /** @throws Refusal when options name a column that the file has not */
  check(columns: readonly string[]): void {
    const absent = [...this.places.keys()].find((column) => !columns.includes(column));
    if (absent !== undefined) throw new Refusal(`The file has no column "${absent}"; it has ${columns.join(', ')}.`);
  }

  /** @throws RowError for a record without an id */
  documentOf(fields: Readonly<Record<string, unknown>>): Operation {
    if (this.isWhole) return { ...(fields as Operation), id: idOf(fields['id'], 'id') };
    const document: Record<string, unknown> = {};
    for (const [column, cell] of Object.entries(fields)) {
      const place = this.places.get(column) ?? (this.hasRest ? ['state', column] : undefined);
      if (!place) continue;
      const value = place.length > 1 && this.options.typed && typeof cell === 'string' ? typedValue(cell) : cell;
      if (value !== undefined) put(document, place, value);
    }
    const [column = 'id'] = [...this.places].find(([, [root]]) => root === 'id') ?? [];
    if (document['created_at'] === '') delete document['created_at'];
    return { ...document, id: idOf(document['id'], column) };
  }
}

/** @throws RowError unless the value is a text or a number */
export function idOf(value: unknown, column: string): string {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  throw new RowError(`"${column}" is empty: it must hold the document's id.`);
}

/** A cell as JSON where it is JSON; an empty one is nothing. A number that would lose digits stays a text. */
export function typedValue(cell: string): unknown {
  if (cell === '') return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? cell : value;
  } catch {
    return cell;
  }
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
