import type { Definition } from '@app/definition';
import type { Queryable, Tx } from '@app/persistence';
import { Judgment, StoredVersion } from './judgment';

/** A row of a judgment's versions. */
export interface VersionRow extends StoredVersion {
  hash: string;
  created_at: Date;
}

const columns = 'version, definition, hash, created_at, render_format, answered';

/** @param hash of the definition; a judgment has one version per hash */
export async function insertVersion(
  tx: Tx,
  { rowId, format }: Pick<Judgment, 'rowId' | 'format'>,
  version: number,
  definition: Definition,
  hash: string,
): Promise<void> {
  await tx.query(
    `insert into judgment_version (judgment_id, version, definition, hash, render_format) values ($1, $2, $3, $4, $5)`,
    [rowId, version, JSON.stringify(definition), hash, format],
  );
}

/** Marks a version that gets answers before it is active. */
export async function markAnswered(tx: Tx, rowId: string, version: number): Promise<void> {
  await tx.query(
    'update judgment_version set answered = true where judgment_id = $1 and version = $2 and not answered',
    [rowId, version],
  );
}

export async function readVersionByHash(db: Queryable, rowId: string, hash: string): Promise<VersionRow | null> {
  const { rows } = await db.query<VersionRow>(
    `select ${columns} from judgment_version where judgment_id = $1 and hash = $2`,
    [rowId, hash],
  );
  return rows[0] ?? null;
}

export async function readVersionByNumber(db: Queryable, rowId: string, version: number): Promise<VersionRow | null> {
  const { rows } = await db.query<VersionRow>(
    `select ${columns} from judgment_version where judgment_id = $1 and version = $2`,
    [rowId, version],
  );
  return rows[0] ?? null;
}

/** Versions with a number below `below`, newest first; null for all. */
export async function readVersionsBelow(
  db: Queryable,
  rowId: string,
  below: number | null,
  limit: number,
): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `select ${columns} from judgment_version
     where judgment_id = $1 and version < $2 order by version desc limit $3`,
    // A page begins in the index where the one before ended; the first ends no other.
    [rowId, below ?? 2 ** 31 - 1, limit],
  );
  return rows;
}
