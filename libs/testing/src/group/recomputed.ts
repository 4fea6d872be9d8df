import type { DocumentView, GroupBody, GroupValue } from '@app/contracts/documents';
import Big from 'big.js';

/** A group with every kind of aggregate, over documents as the specs of groups write them. */
export const bySeller: GroupBody = {
  key: 'attributes.seller',
  aggregates: {
    orders: { aggregate: 'count' },
    priced: { aggregate: 'count', path: 'attributes.amount' },
    open: { aggregate: 'share', where: { 'attributes.open': true } },
    total: { aggregate: 'sum', path: 'attributes.amount' },
    mean: { aggregate: 'mean', path: 'attributes.amount', where: { 'attributes.open': true } },
    least: { aggregate: 'min', path: 'attributes.amount' },
    most: { aggregate: 'max', path: 'state.size' },
    newest: { aggregate: 'latest', path: 'attributes.amount' },
    risk: { aggregate: 'mean', path: 'answers.late.p' },
    alarms: { aggregate: 'share', where: { 'answers.late.thresholds.alarm': true } },
    riskiest: { aggregate: 'max', path: 'answers.late.p' },
  },
};

/** What `bySeller` comes to, computed from the documents as queries show them. */
export function recomputed(documents: readonly DocumentView[]): GroupValue[] {
  const keys = [...new Set(documents.flatMap(sellersOf))].sort();
  return keys.map((key) =>
    valueOf(
      key,
      documents.filter((document) => sellersOf(document).includes(key)),
    ),
  );
}

function sellersOf({ attributes }: DocumentView): string[] {
  const { seller } = attributes as { seller?: string | string[] };
  return seller === undefined ? [] : [...new Set([seller].flat())];
}

/** The exact sum of decimals, as the nearest number. */
function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all.plus(number), new Big(0)).toNumber();
}

const mean = (numbers: readonly number[]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length);
const extreme = (numbers: readonly number[], of: (...all: number[]) => number) =>
  numbers.length === 0 ? null : of(...numbers);

function valueOf(key: string, documents: readonly DocumentView[]): GroupValue {
  const amountOf = ({ attributes }: DocumentView) => (attributes as { amount?: unknown }).amount;
  const numbersOf = (of: readonly DocumentView[]) =>
    of.flatMap((document) => {
      const amount = amountOf(document);
      if (typeof amount === 'boolean') return [amount ? 1 : 0];
      return typeof amount === 'number' ? [amount] : [];
    });
  const open = documents.filter(({ attributes }) => (attributes as { open?: boolean }).open === true);
  const sizes = documents.flatMap(({ state }) => (state as { size?: number }).size ?? []);
  const late = documents.flatMap(({ answers }) => (answers?.late.p === null ? [] : (answers?.late ?? [])));
  const risks = late.map(({ p }) => p as number);
  const alarms = late.filter(({ thresholds }) => thresholds?.alarm === true);
  const newest = [...documents]
    .sort((a, b) => (a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? 1 : -1))
    .find((document) => numbersOf([document]).length > 0);
  return {
    key,
    documents: documents.length,
    stale: late.filter(({ status }) => status === 'stale').length,
    aggregates: {
      orders: documents.length,
      priced: documents.filter((document) => amountOf(document) !== undefined).length,
      open: open.length / documents.length,
      total: numbersOf(documents).length === 0 ? null : sum(numbersOf(documents)),
      mean: mean(numbersOf(open)),
      least: extreme(numbersOf(documents), Math.min),
      most: extreme(sizes, Math.max),
      newest: newest ? numbersOf([newest])[0] : null,
      risk: mean(risks),
      alarms: alarms.length / documents.length,
      riskiest: extreme(risks, Math.max),
    },
  };
}
