import { createHash } from 'node:crypto';
import type { Definition, Json } from './definition';
import { durationMs } from '../reading/duration';

/** JSON with sorted keys and without spaces, so that equal values have equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** The canonical text of a version. Two spellings of one duration (`24h`, `1d`) give the same text. */
export function normalForm(definition: Definition): string {
  const { window, ...recipe } = definition.context;
  const windows = Object.entries(window ?? {}).map(([path, { at, within }]) => [path, { at, ms: durationMs(within) }]);
  const context = { ...recipe, ...(window && { window: Object.fromEntries(windows) as Json }) };
  return canonicalJson({ ...definition, context, horizon: durationMs(definition.horizon) } as unknown as Json);
}

/** SHA-256 of the normal form in hex. Definitions with the same hash are the same version. */
export function definitionHash(definition: Definition): string {
  return createHash('sha256').update(normalForm(definition)).digest('hex');
}
