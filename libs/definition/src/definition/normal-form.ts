import { createHash } from 'node:crypto';
import { durationMs } from '../reading/duration';
import type { ArrayWindow, Json } from '../reading/value';
import type { Definition } from './definition';

/** JSON with sorted keys and without spaces, so that equal values have equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

function normalWindow({ at, within }: ArrayWindow) {
  return { at, ms: durationMs(within) };
}

/** The canonical text of a version. Two spellings of one duration (`24h`, `1d`) give the same text. */
export function normalForm(definition: Definition): string {
  const { window, related, ...recipe } = definition.context;
  const windows = Object.entries(window ?? {}).map(([path, array]) => [path, normalWindow(array)]);
  const relations = Object.entries(related ?? {}).map(([name, relation]) => [
    name,
    { ...relation, ...(relation.window && { window: normalWindow(relation.window) }) },
  ]);
  const context = {
    ...recipe,
    ...(window && { window: Object.fromEntries(windows) as Json }),
    ...(related && { related: Object.fromEntries(relations) as Json }),
  };
  const features = definition.type === 'bool' ? definition.features : undefined;
  const numbers = features?.map((feature) => {
    return 'of' in feature && feature.window ? { ...feature, window: normalWindow(feature.window) } : feature;
  });
  const own = { ...definition, context, ...(numbers && { features: numbers }) };
  return canonicalJson({ ...own, horizon: durationMs(definition.horizon) } as unknown as Json);
}

/** SHA-256 of the normal form in hex. Definitions with the same hash are the same version. */
export function definitionHash(definition: Definition): string {
  return createHash('sha256').update(normalForm(definition)).digest('hex');
}
