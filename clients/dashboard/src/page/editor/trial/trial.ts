import type { Schema } from '@app/sdk/client';
import type { Body } from '../draft/draft';

/** Members of a request that say how it is stored; a trial stores nothing. */
const storing: readonly (keyof Body)[] = [
  'freshness',
  'outcomes',
  'alternatives',
  'queue',
  'activate',
  'backfill',
  'confirm',
  'dry_run',
  'if_active_version',
];

/** The definition that a trial asks with. */
export function triedBody(body: Body): Schema<'TriedDefinition'> {
  return Object.fromEntries(Object.entries(body).filter(([member]) => !storing.includes(member as keyof Body)));
}

/** About how many judgments so many documents count, by the stored ones; null while that is not known. */
export function unitsOf(estimate: Schema<'EstimateView'> | null, documents: number): number | null {
  const { existing } = estimate ?? {};
  if (!existing || existing.documents === 0) return null;
  return (existing.judgment_units / existing.documents) * documents;
}
