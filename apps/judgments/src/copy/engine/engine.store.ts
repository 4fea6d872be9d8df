import type { EngineChanged, EngineSource } from '@app/contracts/engines';
import type { EngineName } from '@app/definition';
import type { Queryable } from '@app/persistence';
import { Engine } from './engine';

interface EngineRow {
  name: EngineName;
  version: string;
  active: boolean;
  engine_version: string | null;
  circuit_open: boolean;
  circuit_changed_at: Date;
  weight: number;
  limits: Engine['limits'];
  probability_step: number | null;
  source: EngineSource | null;
  revision: string;
}

/** Every engine version that the broker has published, and the sum of their revisions. */
export async function readAllEngines(db: Queryable): Promise<{ engines: Engine[]; revisions: string }> {
  const { rows } = await db.query<EngineRow>({ name: 'engine-all', text: 'select * from engine' });
  const revisions = rows.reduce((sum, { revision }) => sum + BigInt(revision), 0n);
  return { engines: rows.map(toEngine), revisions: String(revisions) };
}

/** Select that finds a row when an engine has changed since the revisions had this sum. */
export function changedSince(revisions: string): string {
  return `select from engine having coalesce(sum(revision), 0) <> ${revisions}`;
}

function toEngine(row: EngineRow): Engine {
  return {
    name: row.name,
    version: row.version,
    active: row.active,
    limits: row.limits,
    engineVersion: row.engine_version,
    circuitOpen: row.circuit_open,
    circuitChangedAtMs: row.circuit_changed_at.getTime(),
    weight: row.weight,
    probabilityStep: row.probability_step,
    source: row.source,
  };
}

/**
 * Stores a greater revision of an engine.
 * @returns whether the revision was greater
 */
export async function applyEngine(db: Queryable, changed: EngineChanged): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into engine as e (name, version, active, engine_version, circuit_open, weight, limits, probability_step, source,
       revision)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (name, version) do update set active = excluded.active, engine_version = excluded.engine_version,
       circuit_changed_at = case when e.circuit_open = excluded.circuit_open then e.circuit_changed_at else app.now() end,
       circuit_open = excluded.circuit_open, weight = excluded.weight, limits = excluded.limits,
       probability_step = excluded.probability_step, source = excluded.source, revision = excluded.revision
     where e.revision < excluded.revision`,
    [
      changed.engine.name,
      changed.engine.version,
      changed.active,
      changed.engine_version,
      changed.circuit_open,
      changed.weight,
      JSON.stringify(changed.limits),
      changed.probability_step,
      changed.source,
      changed.revision,
    ],
  );
  return rowCount === 1;
}
