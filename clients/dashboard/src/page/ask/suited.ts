import type { Schema } from '@app/sdk/client';
import { plainName, type Column } from './column';

type Starter = Schema<'StarterView'>;
type Placeholder = Starter['placeholders'][number];

/** A starter with the columns that it would read, and why it stands where it does. */
export interface Suited {
  starter: Starter;
  /** Paths by placeholder, for those that a column fits. */
  paths: Readonly<Record<string, string>>;
  /** A sentence. */
  reason: string;
  /** Whether every column that it needs is there. */
  isReady: boolean;
}

/** Names under which a text of the same kind stands in other files. */
const alike: readonly (readonly string[])[] = [
  ['body', 'message', 'text', 'note', 'report', 'content', 'comment', 'description', 'review', 'feedback', 'ticket'],
  ['subject', 'title', 'headline', 'summary'],
  ['thread', 'history', 'messages', 'conversation'],
  ['sender', 'author', 'from', 'writer', 'email'],
  ['amount', 'total', 'price', 'value', 'sum'],
  ['company', 'customer', 'account', 'organization', 'organisation'],
];
/** What a fit is worth: the name itself, a name of the same kind, and sentences under any name. */
const worth = { named: 4, alike: 3, text: 1 } as const;
type Fit = keyof typeof worth;

/** The starters by how well the columns of documents fit them, the best one first; equal ones as the service lists them. */
export function suitedStarters(starters: readonly Starter[], columns: readonly Column[]): Suited[] {
  return starters
    .map((starter, place) => ({ place, ...suitedTo(starter, columns) }))
    .sort((a, b) => Number(b.isReady) - Number(a.isReady) || b.score - a.score || a.place - b.place)
    .map(({ starter, paths, reason, isReady }) => ({ starter, paths, reason, isReady }));
}

function suitedTo(starter: Starter, columns: readonly Column[]): Suited & { score: number } {
  const found: { placeholder: Placeholder; column: Column; fit: Fit }[] = [];
  const missing: string[] = [];
  // What is needed chooses first.
  const asked = starter.placeholders.filter(({ kind }) => kind === 'path');
  for (const placeholder of [...asked].sort((a, b) => Number(a.optional) - Number(b.optional))) {
    const free = columns.filter(({ path }) => !found.some(({ column }) => column.path === path));
    const best = bestColumn(placeholder, free);
    if (best) found.push({ placeholder, ...best });
    else if (!placeholder.optional) missing.push(placeholder.name);
  }
  return {
    starter,
    paths: Object.fromEntries(found.map(({ placeholder, column }) => [placeholder.name, column.path])),
    reason: reasonOf(found, missing),
    isReady: missing.length === 0,
    score: found.reduce((sum, { placeholder, fit }) => sum + worth[fit] * (placeholder.optional ? 0.5 : 1), 0),
  };
}

function bestColumn(placeholder: Placeholder, columns: readonly Column[]): { column: Column; fit: Fit } | null {
  const names = namesOf(placeholder);
  const kin = alike.find((group) => names.some((name) => group.includes(name))) ?? [];
  const isFit = ({ kind }: Column) => (isOfText(names) ? kind === 'text' || kind === 'word' : true);
  const ranked = columns
    .flatMap((column): { column: Column; fit: Fit }[] => {
      const fit = fitOf(column, names, kin);
      if (fit !== null && isFit(column)) return [{ column, fit }];
      // Sentences are what a question is about, whatever their name; an optional column needs a name.
      return column.kind === 'text' && isOfText(names) && !placeholder.optional ? [{ column, fit: 'text' }] : [];
    })
    .sort((a, b) => worth[b.fit] - worth[a.fit] || b.column.share - a.column.share);
  return ranked[0] ?? null;
}

function fitOf({ name }: Column, names: readonly string[], kin: readonly string[]): Fit | null {
  if (names.includes(name)) return 'named';
  return kin.includes(name) ? 'alike' : null;
}

/** The placeholder's own name, and the last name of the path that stands for it as an example. */
function namesOf({ name, example }: Placeholder): string[] {
  const last = String(example).split('.').at(-1) ?? '';
  return [...new Set([name, last].map(plainName))];
}

const isOfText = (names: readonly string[]) => names.some((name) => [...alike[0], 'need', ...alike[5]].includes(name));

function reasonOf(
  found: readonly { placeholder: Placeholder; column: Column; fit: Fit }[],
  missing: readonly string[],
) {
  if (missing.length > 0) return `It needs ${listed(missing)}, and no column fits: choose one.`;
  const exact = found.filter(({ fit }) => fit === 'named').map(({ column }) => keyOf(column));
  const others = found
    .filter(({ fit }) => fit !== 'named')
    .map(({ placeholder, column }) => `${keyOf(column)} as the ${placeholder.name.replaceAll('_', ' ')}`);
  if (exact.length === 0 && others.length === 0) return 'It reads no column by name.';
  if (exact.length === 0) return `It would read ${listed(others)}.`;
  const more = others.length === 0 ? '' : `; it would read ${listed(others)}`;
  return `Your documents have ${listed(exact)}${more}.`;
}

/** The column as a person knows it, without its root. */
const keyOf = ({ path }: Column) => path.replace(/^(attributes|state)\./, '');

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
