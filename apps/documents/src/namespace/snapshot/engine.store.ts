import type { EngineName } from '@app/definition';
import type { Queryable } from '@app/persistence';
import { EpochSources, KnownEpoch, maxEpochs, sourcesOf } from './epoch.store';
import { allOrganizations } from './revision.store';

/** An engine version as documents keeps it. */
export interface KnownEngine {
  name: EngineName;
  version: string;
  active: boolean;
  circuit_open: boolean;
  /** The epoch in force; null while the engine is not active. */
  engine_version: string | null;
}

/** All engines, as of one revision. */
export interface EngineSnapshot {
  revision: number;
  engines: readonly KnownEngine[];
  epochs: EpochSources;
}

interface EnginesRow {
  revision: string | null;
  engines: KnownEngine[] | null;
  epochs: KnownEpoch[] | null;
}

const load = {
  name: 'engines-load',
  text: `select (select revision from column_revision where organization = $1) as revision,
    (select json_agg(json_build_object('name', name, 'version', version, 'active', active, 'circuit_open', circuit_open,
      'engine_version', body -> 'engine_version')
      order by name, version) from engine) as engines,
    (select json_agg(json_build_object('engine', engine, 'epoch', epoch, 'source', source,
      'probability_source', probability_source))
      from (select * from engine_epoch order by noted_at desc limit ${maxEpochs}) as known) as epochs`,
};

export async function loadEngines(from: Queryable): Promise<EngineSnapshot> {
  const { rows } = await from.query<EnginesRow>(load, [allOrganizations]);
  const { revision, engines, epochs } = rows[0];
  return { revision: Number(revision ?? 0), engines: engines ?? [], epochs: sourcesOf(epochs ?? []) };
}
