import type { Schema } from '@app/sdk/client';
import type { Kind } from './filter';

/** What this needs of a document that stands for the others. */
export interface Sampled {
  attributes?: object;
  state?: object;
}

/** A path deeper or later than these is typed, not offered. */
const [deepest, mostPaths, mostValues] = [4, 300, 20];

/** Fields of an answer that filters read, by the judgment's type. */
const fields: Readonly<Record<string, readonly string[]>> = {
  bool: ['p', 'calibrated.p'],
  choice: ['value', 'p', 'escape_p'],
  score: ['score', 'normalized', 'value'],
};

/** What this needs of a judgment. */
export interface Asked {
  name: string;
  type: string;
  thresholds: Schema<'Thresholds'>;
}

/** What answers and thresholds of judgments can be filtered by. */
export function answerPaths(judgments: readonly Asked[]): string[] {
  return judgments.flatMap(({ name, type, thresholds }) => [
    ...Object.keys(thresholds).map((threshold) => `answers.${name}.thresholds.${threshold}`),
    ...(fields[type] ?? []).map((field) => `answers.${name}.${field}`),
    `answers.${name}.status`,
    `answers.${name}.stale_reason`,
    `answers.${name}.judged_at`,
  ]);
}

/** Paths of attributes and of plain values of the state that sampled documents have, attributes first. */
export function sampledPaths(sample: readonly Sampled[]): string[] {
  const paths = new Set<string>();
  for (const { attributes } of sample)
    for (const name of Object.keys(attributes ?? {})) paths.add(`attributes.${name}`);
  for (const { state } of sample) for (const [path] of leaves('state', state ?? {}, 0)) paths.add(path);
  return [...paths].slice(0, mostPaths);
}

/** Values that a path is compared with: all of those that are known beforehand, else those of sampled documents. */
export function offeredValues(path: string, sample: readonly Sampled[]): string[] {
  if (/^answers\.[^.]+\.status$/.test(path)) return ['fresh', 'stale', 'pending', 'unavailable'];
  if (/^answers\.[^.]+\.thresholds\./.test(path)) return ['true', 'false'];
  const values = sampledValues(path, sample).map(String);
  return [...new Set(values)].filter((value) => value.length <= 80).slice(0, mostValues);
}

/** What all sampled documents that have a path hold there; undefined where they disagree, and where none has it. */
export function sampledKind(path: string, sample: readonly Sampled[]): Kind | undefined {
  if (path === 'id') return 'text';
  const kinds = new Set(sampledValues(path, sample).map((value) => typeof value));
  const [kind] = kinds;
  if (kinds.size !== 1) return undefined;
  return kind === 'string' ? 'text' : (kind as 'number' | 'boolean');
}

function sampledValues(path: string, sample: readonly Sampled[]): unknown[] {
  const [root] = path.split('.');
  return sample
    .flatMap((document) => leaves(root, (document as Record<string, object>)[root] ?? {}, 0))
    .filter(([at]) => at === path)
    .map(([, value]) => value);
}

/** Names with a dot or a slash need the grammar's own spelling, so that a person types those. */
function leaves(path: string, object: object, depth: number): [string, unknown][] {
  if (depth >= deepest) return [];
  return Object.entries(object)
    .filter(([name]) => /^[\w-]+$/.test(name))
    .flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      const at = `${path}.${name}`;
      if (Array.isArray(value)) return value.filter(isPlain).map((each) => [at, each]);
      return isPlain(value) ? [[at, value]] : leaves(at, (value ?? {}) as object, depth + 1);
    });
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
