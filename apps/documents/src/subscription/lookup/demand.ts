import type { DocumentContent } from '@app/definition';
import type { Filter, Where } from '@app/filter';

/** What a document must have before a filter can hold for it. */
export interface Demand {
  /** Keys of which it must have at least one (`keysOf`); null demands nothing. */
  keys: readonly string[] | null;
  /** It must have an answer, so the filter holds for no new document. */
  answer: boolean;
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function valueKey(path: string, value: Scalar): string {
  return `${path}=${JSON.stringify(value)}`;
}

/** The narrowest demand of a filter: an equality, else a member that must be there. */
export function demandOf(filter: Filter): Demand {
  const must = conjuncts(filter).filter(demandsPresence);
  const keysBy = (read: (where: Where) => string[] | undefined) => must.map(read).find((keys) => keys !== undefined);
  return { keys: keysBy(equalities) ?? keysBy(presence) ?? null, answer: must.some(demandsAnswer) };
}

/** The conditions that must all hold. */
function conjuncts(filter: Filter): Where[] {
  if (filter.kind === 'where') return [filter];
  return filter.kind === 'all' ? filter.of.flatMap(conjuncts) : [];
}

function demandsPresence({ tests }: Where): boolean {
  return !tests.some((test) => test.op === 'exists' && !test.value);
}

/** The keys of an equality of a scalar; undefined when the condition is no such equality. */
function equalities({ path, tests }: Where): string[] | undefined {
  if (path.root !== 'attributes' && path.root !== 'id') return undefined;
  const member = path.root === 'attributes' ? `attributes ${path.name}` : path.root;
  for (const test of tests) {
    if (test.op === 'eq' && isScalar(test.value)) return [valueKey(member, test.value)];
    if (test.op === 'in' && test.values.every(isScalar)) return test.values.map((value) => valueKey(member, value));
  }
  return undefined;
}

/** The key of the member that must be there; undefined when the condition reads none. */
function presence({ path }: Where): string[] | undefined {
  if (path.root === 'attributes') return [`attributes ${path.name}`];
  return path.root === 'state' ? [`state ${path.keys[0]}`] : undefined;
}

/** Without an answer a judgment that applies still has a status, and its thresholds read false. */
function demandsAnswer({ path, tests }: Where): boolean {
  if (path.root !== 'answers') return false;
  const { kind } = path.field;
  if (kind === 'thresholds') return tests.some((test) => test.op === 'eq' && test.value === true);
  return kind !== 'status' && kind !== 'stale_reason';
}

/** Every key that a document has. */
export function keysOf(id: string, document: Pick<DocumentContent, 'attributes' | 'state'>): Set<string> {
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
