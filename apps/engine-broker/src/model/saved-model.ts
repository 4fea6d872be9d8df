import type { EngineName } from '@app/definition';
import type { ProbabilitySource } from '@app/contracts/engines';
import type { SealedTable } from '@app/persistence';

/** What lets one in, and what may. It is sealed at rest, and no reply, log or exception has a value of it. */
export interface ModelSecrets {
  key: string | null;
  /** By name, in small letters. */
  headers: Readonly<Record<string, string>>;
  /** Parameters of every request's query, by name. */
  query: Readonly<Record<string, string>>;
}

/** A model as an owner put it behind a name. */
export interface ModelChoice {
  provider: string;
  /** Without its query. */
  base_url: string;
  model: string;
  /** How a chat model is read; null: as its provider's can be. */
  reads: ProbabilitySource | null;
  secrets: ModelSecrets;
}

/** A model that stands in the table. */
export interface SavedModel extends Omit<ModelChoice, 'secrets'> {
  engine: EngineName;
  /** `mdl_..`, new with each save: it tells one entry from the one before, also where only the key is another. */
  id: string;
  /** Null of a row that cannot be opened: its key is not in the ring, or the row was changed. */
  secrets: ModelSecrets | null;
  changed_at: Date;
  changed_by: string;
  changed_in: string;
}

/** Names one row for what seals it: moved to another name, provider or address, it does not open. */
export function modelPlace(engine: string, provider: string, baseUrl: string): string {
  return `model_entry/${JSON.stringify([engine, provider, baseUrl])}`;
}

/** Sealed keys and values, which the operator's `keyring` command seals again with a new key. */
export const sealedModels: SealedTable = {
  table: 'model_entry',
  key: ['engine', 'provider', 'base_url'],
  columns: ['secrets'],
  associatedDataOf: modelPlace,
};
