import type { FitMade } from '@app/contracts/documents';
import type { Queryable } from '@app/persistence';
import { StoredFit, StoredWeights, combinerOf } from '@app/statistics';
import type { Combiner, Combiners } from './combiner';

/** A version of a judgment whose parts are combined. */
export interface CombinedVersion {
  judgmentId: string;
  /** The number under which its answers are stored. */
  version: number;
  /** The namespace of a copy that was detached from a template: its own fits come first. Null for any other judgment. */
  copiedTo: string | null;
}

interface CombinerRow {
  i: string;
  engine_version: string;
  fit: string;
  weights: StoredWeights | null;
}

/** Stores a greater revision of a fit's weights. A fit that combines nothing replaces one that did. */
export async function applyCombiner(db: Queryable, fact: FitMade): Promise<void> {
  const weights = combinerOf(fact.parameters as StoredFit);
  await db.query(
    `insert into combiner as c (judgment_id, scope, version, engine_version, fit, weights, revision)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (judgment_id, scope, version, engine_version) do update
       set fit = excluded.fit, weights = excluded.weights, revision = excluded.revision
     where c.revision < excluded.revision`,
    [
      fact.judgment_id,
      fact.scope ?? '',
      fact.version,
      fact.engine_version,
      fact.fit,
      weights && JSON.stringify(weights),
      fact.revision,
    ],
  );
}

/** The combiners of some versions, in their order. */
export async function readCombinersOf(db: Queryable, versions: readonly CombinedVersion[]): Promise<Combiners[]> {
  const found = versions.map(() => new Map<string, Combiner>());
  if (versions.length === 0) return found;
  const { rows } = await db.query<CombinerRow>(
    {
      name: 'combiner-of',
      text: `select distinct on (k.i, c.engine_version) k.i, c.engine_version, c.fit, c.weights
             from unnest($1::text[], $2::int[], $3::text[]) with ordinality as k(jdg, version, scope, i)
             join combiner c on c.judgment_id = k.jdg and c.version = k.version and c.scope in ('', k.scope)
             order by k.i, c.engine_version, c.scope desc`,
    },
    [
      versions.map(({ judgmentId }) => judgmentId),
      versions.map(({ version }) => version),
      versions.map(({ copiedTo }) => copiedTo ?? ''),
    ],
  );
  for (const { i, engine_version, fit, weights } of rows) {
    if (weights) found[Number(i) - 1].set(engine_version, { fit, weights });
  }
  return found;
}
