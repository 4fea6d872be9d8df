import type { JudgmentRef } from '@app/contracts';
import { Freshness, Thresholds } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';
import { Override, ScopeRef } from './judgment';

interface OverrideRow {
  judgment_id: string;
  scope: string;
  thresholds: Thresholds | null;
  freshness: Freshness | null;
  revision: string;
}

const selectOverrides = 'select o.* from judgment_override o join judgment j on j.id = o.judgment_id';

function fromRow({ judgment_id: judgmentId, revision, ...row }: OverrideRow): Override {
  return { ...row, judgmentId, revision: Number(revision) };
}

/** The overrides of a namespace. */
export async function readOverridesOf(db: Queryable, { organization, scope }: ScopeRef): Promise<Override[]> {
  const { rows } = await db.query<OverrideRow>(
    { name: 'override-of-scope', text: `${selectOverrides} where j.organization = $1 and o.scope = $2` },
    [organization, scope],
  );
  return rows.map(fromRow);
}

/** The override of a name that changed last; null when the namespace never had one. */
export async function readLatestOverride(db: Queryable, ref: JudgmentRef): Promise<Override | null> {
  const { rows } = await db.query<OverrideRow>(
    `${selectOverrides} where j.organization = $1 and o.scope = $2 and j.name = $3 order by o.revision desc limit 1`,
    [ref.organization, ref.scope, ref.name],
  );
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

/** Stores an override. One that sets nothing stays as a row: by its revision the copies learn that it was reset. */
export async function putOverride(tx: Tx, override: Override): Promise<void> {
  await tx.query(
    `insert into judgment_override (judgment_id, scope, thresholds, freshness, revision) values ($1, $2, $3, $4, $5)
     on conflict (judgment_id, scope) do update
       set thresholds = excluded.thresholds, freshness = excluded.freshness, revision = excluded.revision`,
    [
      override.judgmentId,
      override.scope,
      override.thresholds && JSON.stringify(override.thresholds),
      override.freshness && JSON.stringify(override.freshness),
      override.revision,
    ],
  );
}
