import type { AggregateQuery, AggregatedNumber, RelationQuery } from '@app/contracts/documents';
import { featureNumbers } from '@app/definition';
import fc from 'fast-check';

const plain = { where: null, order_by: [], last_n: 1, window: null };
/** Documents that name the judged one, share its address, and that it points at. */
export const children: RelationQuery = { theirs: 'attributes.account', mine: 'id', fields: ['state.text'], ...plain };
export const twins: RelationQuery = { ...children, theirs: 'attributes.email', mine: 'attributes.email' };
export const target: RelationQuery = { ...children, theirs: 'id', mine: 'attributes.customer' };
/** The count of a relation's documents, unless told otherwise. */
export const aggregate = (more: Partial<AggregateQuery>): AggregateQuery => {
  return { of: 0, aggregate: 'count', path: null, where: null, window: null, ...more };
};

/** Numbers of a judged document, by feature. */
export type Numbers = Record<string, AggregatedNumber>;
export const valuesOf = (numbers: Numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([name, { value }]) => [name, value]));

const value = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  fc.boolean(),
  fc.constantFrom<unknown>(null, 'x', '7', [1], [], { n: 1 }, [{ n: 2 }]),
);
/** A document that names one, several or none of the judged ones. */
export const child = fc.record(
  {
    account: fc.constantFrom<unknown>('p', 'q', ['p', 'q'], 'r', 7),
    state: fc.record(
      {
        n: value,
        deep: fc.oneof(
          fc.record({ n: value }),
          fc.array(fc.record({ n: value }, { requiredKeys: [] }), { maxLength: 3 }),
        ),
      },
      { requiredKeys: [] },
    ),
    open: fc.boolean(),
  },
  { requiredKeys: ['state'] },
);
/** A document as it is written; its state is read by `state.n` and `state.deep.n`. */
export type Child = { account?: unknown; open?: boolean; state: Record<string, unknown> };
/** Writes documents in the order of their creation. */
export const upsertOf = (all: readonly Child[]) =>
  all.map(({ account, open, state }, n) => ({
    id: `c${n}`,
    created_at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
    state,
    attributes: { ...(account !== undefined && { account }), ...(open !== undefined && { open }) },
  }));

const kinds = ['count', 'share', 'sum', 'mean', 'min', 'max', 'latest'] as const;
/** A feature that may be asked for. */
export const wanted = fc.record({
  aggregate: fc.constantFrom(...kinds),
  path: fc.constantFrom('state.n', 'state.deep.n', 'attributes.open'),
  where: fc.constantFrom<AggregateQuery['where']>(null, { 'attributes.open': true }, { 'state.n': { exists: true } }),
});

const numberAt = (own: Child, path: string): number | null => {
  const attributes = own.open === undefined ? {} : { open: own.open };
  const source = { attributes, state: own.state, created_at: '', updated_at: '' };
  return featureNumbers([{ name: 'n', from: path }], source, 0, null)['n'];
};
const present = (own: Child, path: string): boolean => {
  if (path === 'attributes.open') return own.open !== undefined;
  if (path === 'state.n') return own.state['n'] != null;
  const deep = [own.state['deep']].flat() as ({ n?: unknown } | undefined)[];
  return deep.some((one) => one?.n != null);
};
/** What a feature must be over these documents, in the order of their creation. */
export function recompute(
  all: readonly Child[],
  { aggregate: kind, path, where }: { aggregate: string; path: string; where: object | null },
): number | null {
  const holds = ({ open, state }: Child) =>
    where === null || ('attributes.open' in where ? open === true : state['n'] != null);
  const meant = all.filter(holds);
  const numbers = meant.map((own) => numberAt(own, path)).filter((n) => n !== null);
  const sum = numbers.reduce((total, n) => total + n, 0);
  if (kind === 'count') return meant.filter((own) => present(own, path)).length;
  if (kind === 'share') return all.length === 0 ? null : meant.length / all.length;
  if (numbers.length === 0) return null;
  const made = { sum, mean: sum / numbers.length, min: Math.min(...numbers), max: Math.max(...numbers) };
  return kind === 'latest' ? numbers[numbers.length - 1] : made[kind as keyof typeof made];
}
