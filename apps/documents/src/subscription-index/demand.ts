import type { Filter, Where } from '@app/filter';

/** The parts of a document that demands are held against. */
export interface DemandedDocument {
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
}

/** What a document must show before its filter can hold: at least one of `keys`; null demands nothing. */
export interface Demand {
  keys: readonly string[] | null;
  /** An answer must be there: a document that is new has none. */
  answer: boolean;
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function valueKey(path: string, value: Scalar): string {
  return `${path}=${JSON.stringify(value)}`;
}

/** The keys of equalities on a scalar, or undefined when a condition is none. */
function equalities({ path, tests }: Where): string[] | undefined {
  const place = path.root === 'attributes' ? `attributes ${path.name}` : path.root;
  if (path.root !== 'attributes' && path.root !== 'id') return undefined;
  for (const test of tests) {
    if (test.op === 'eq' && isScalar(test.value)) return [valueKey(place, test.value)];
    if (test.op === 'in' && test.values.every(isScalar)) return test.values.map((value) => valueKey(place, value));
  }
  return undefined;
}

/** The member whose presence a condition demands, or undefined. */
function presence({ path }: Where): string[] | undefined {
  if (path.root === 'attributes') return [`attributes ${path.name}`];
  return path.root === 'state' ? [`state ${path.keys[0]}`] : undefined;
}

function conjuncts(filter: Filter): Where[] {
  if (filter.kind === 'where') return [filter];
  return filter.kind === 'all' ? filter.of.flatMap(conjuncts) : [];
}

function demandsPresence({ tests }: Where): boolean {
  return !tests.some((test) => test.op === 'exists' && !test.value);
}

/** Without an answer an applying judgment has a status all the same, and thresholds that read false. */
function demandsAnswer({ path, tests }: Where): boolean {
  if (path.root !== 'answers') return false;
  const { kind } = path.field;
  if (kind === 'thresholds') return tests.some((test) => test.op === 'eq' && test.value === true);
  return kind !== 'status' && kind !== 'stale_reason';
}

/** The narrowest demand of a filter: an equality, else a member that must be there. */
export function demandOf(filter: Filter): Demand {
  const must = conjuncts(filter).filter(demandsPresence);
  const keysBy = (read: (where: Where) => string[] | undefined) => must.map(read).find((keys) => keys !== undefined);
  return { keys: keysBy(equalities) ?? keysBy(presence) ?? null, answer: must.some(demandsAnswer) };
}

/** Every key that a document can satisfy. */
export function keysOf(id: string, document: DemandedDocument): Set<string> {
  const keys = new Set([valueKey('id', id)]);
  for (const [name, value] of Object.entries(document.attributes)) {
    if (value === null) continue;
    keys.add(`attributes ${name}`);
    if (isScalar(value)) keys.add(valueKey(`attributes ${name}`, value));
  }
  for (const [name, value] of Object.entries(document.state)) if (value !== null) keys.add(`state ${name}`);
  return keys;
}

export function meetsDemand({ keys }: Demand, has: ReadonlySet<string>): boolean {
  return keys === null || keys.some((key) => has.has(key));
}
