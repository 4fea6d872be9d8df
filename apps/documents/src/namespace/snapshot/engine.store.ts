import type { EngineName } from '@app/definition';
import type { Queryable } from '@app/persistence';
import { allOrganizations } from './revision.store';

/** An engine version as documents keeps it. */
export interface KnownEngine {
  name: EngineName;
  version: string;
  active: boolean;
  circuit_open: boolean;
}

/** All engines, as of one revision. */
export interface EngineSnapshot {
  revision: number;
  engines: readonly KnownEngine[];
}

const load = {
  name: 'engines-load',
  text: `select (select revision from column_revision where organization = $1) as revision,
    (select json_agg(json_build_object('name', name, 'version', version, 'active', active, 'circuit_open', circuit_open)
      order by name, version) from engine) as engines`,
};

export async function loadEngines(from: Queryable): Promise<EngineSnapshot> {
  const { rows } = await from.query<{ revision: string | null; engines: KnownEngine[] | null }>(load, [
    allOrganizations,
  ]);
  return { revision: Number(rows[0].revision ?? 0), engines: rows[0].engines ?? [] };
}
