import { keyText } from '../editor/field/sample-path';

/** A path that documents have, and what stands there. */
export interface Column {
  /** Such as `state.body`. */
  path: string;
  /** The last key of the path, in lower case, with `_` for each run of other characters than letters and digits. */
  name: string;
  /** `text`: sentences; `word`: short texts; `code`: ids, moments and addresses; `list`: arrays. */
  kind: 'text' | 'word' | 'number' | 'code' | 'list' | 'other';
  /** Share of the documents that have it, in (0, 1]. */
  share: number;
}

interface Sampled {
  attributes?: object | null;
  state?: object | null;
}

/** A path deeper than this, or past so many, is chosen in the editor. */
const [deepest, mostPaths] = [4, 200];
/** Words on average from which a text is read as sentences, and not as a name or a code. */
const fewestWords = 4;
/** Documents from which values that all differ look like ids. */
const fewestDistinct = 5;
/** A column of a question is in at least this share of the documents, and a question reads so many of them at most. */
const [leastShare, mostRead] = [0.1, 40];
const idName = /(^|_)(id|uuid|key)$/;
const moment = /^\d{4}-\d\d-\d\d([T ][\d:.,+Zz-]+)?$/;
const url = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The columns of sampled documents, in the order in which documents hold them. */
export function columnsOf(sample: readonly Sampled[]): Column[] {
  const found = new Map<string, { key: string; values: unknown[] }>();
  for (const { attributes, state } of sample) {
    visit('attributes', attributes ?? {}, 1);
    visit('state', state ?? {}, 1);
  }
  return [...found].map(([path, { key, values }]) => ({
    path,
    name: plainName(key),
    kind: kindOf(plainName(key), values),
    share: values.length / sample.length,
  }));

  function visit(at: string, part: object, depth: number): void {
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      // A recipe can name no other attribute.
      if (at === 'attributes' && !/^[\w-]+$/.test(key)) continue;
      const path = `${at}.${keyText(key)}`;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        if (depth < deepest) visit(path, value, depth + 1);
      } else if (value !== null) {
        const column = found.get(path) ?? { key, values: [] };
        column.values.push(value);
        if (found.has(path) || found.size < mostPaths) found.set(path, column);
      }
    }
  }
}

/** A key as names are compared: `Open days` and `open_days` are one. */
export function plainName(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
}

/** What a question reads that names no columns: texts, words and numbers, and no ids, moments and addresses. */
export function readColumns(columns: readonly Column[]): string[] {
  return columns
    .filter(({ kind, share }) => ['text', 'word', 'number'].includes(kind) && share >= leastShare)
    .slice(0, mostRead)
    .map(({ path }) => path);
}

function kindOf(name: string, values: readonly unknown[]): Column['kind'] {
  if (idName.test(name) && new Set(values).size === values.length) return 'code';
  if (values.every((value) => typeof value === 'number')) return 'number';
  if (values.every(Array.isArray)) return 'list';
  const texts = values.filter((value): value is string => typeof value === 'string');
  if (texts.length < values.length) return 'other';
  if (texts.every((text) => [moment, url, uuid].some((form) => form.test(text.trim())))) return 'code';
  // A cell of a file is a text, also where it holds digits.
  if (texts.every((text) => text.trim() !== '' && Number.isFinite(Number(text)))) return 'number';
  const words = texts.reduce((sum, text) => sum + text.trim().split(/\s+/).length, 0);
  if (words >= fewestWords * texts.length) return 'text';
  const areDistinct = texts.length >= fewestDistinct && new Set(texts).size === texts.length;
  return areDistinct && words === texts.length ? 'code' : 'word';
}
