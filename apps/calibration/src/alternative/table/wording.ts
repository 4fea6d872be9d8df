import { JudgedRow } from './judged-row';

/** A number with its noun: `1 alternative`, `4 alternatives`. */
export function countOf(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** The same with a verb: `1 alternative is`, `4 alternatives are`. */
export function countAre(n: number, noun: string): string {
  return `${countOf(n, noun)} ${n === 1 ? 'is' : 'are'}`;
}

/** Nats, to three decimals. */
export function nats(value: number): string {
  return value.toFixed(3);
}

/** A share as a whole percentage, never more than it is. */
export function percent(share: number): string {
  return `${Math.floor(share * 100 + 1e-6)} %`;
}

/** US dollars: cents, or two digits of less than a cent. */
export function dollars(value: number): string {
  if (value === 0 || value >= 0.01) return `$${(Math.round(value * 100 + 1e-6) / 100).toFixed(2)}`;
  return `$${Number(value.toPrecision(2))}`;
}

/** A date of UTC. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const engineWord = 'engine: ';

const longest = 80;

/**
 * What a sentence calls a row: its engine when only that differs, else what differs, shortened to 80 characters. The words of a
 * narrowing would name a path, which some plans do not see.
 */
export function nameOf({ row }: JudgedRow): string {
  if (!row.inK) return 'a narrower context';
  const [only, ...others] = row.differs;
  if (others.length === 0 && only?.startsWith(engineWord)) return only.slice(engineWord.length);
  const words = Array.from(row.differs.join('; '));
  return words.length > longest ? `${words.slice(0, longest - 1).join('')}…` : words.join('');
}
