import { Definition } from '@app/definition';
import { Named, Queryable, Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { TableKey, tableValues } from '../sample/key';

/** A row that a caller named, of one version. */
export interface NamedRow {
  id: string;
  definition: Definition;
  drafted: boolean;
  named_by: string;
  named_at: Date;
}

const columns = 'id, definition, drafted, named_by, named_at';

const read: Named = {
  name: 'alternative-read',
  text: `
    select ${columns} from alternative where organization = $1 and judgment_id = $2 and scope = $3 and version = $4
      and deleted_at is null
    order by named_at, id limit 100`,
};

// Namings of one judgment follow one another, so that their number stays within its limit.
const lock: Named = {
  name: 'alternative-lock',
  text: `select pg_advisory_xact_lock(hashtextextended($1 || ' alternatives ' || $2 || ' ' || $3, 0))`,
};

const add: Named = {
  name: 'alternative-add',
  text: `
    insert into alternative as a (organization, judgment_id, scope, version, id, definition, drafted, named_by, named_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, app.now())
    on conflict (organization, judgment_id, scope, version, id) do update set drafted = excluded.drafted,
      named_by = excluded.named_by, named_at = excluded.named_at, deleted_at = null where a.deleted_at is not null
    returning ${columns}`,
};

const remove: Named = {
  name: 'alternative-remove',
  text: `
    update alternative set deleted_at = app.now() where organization = $1 and judgment_id = $2 and scope = $3
      and version = $4 and id = $5 and deleted_at is null`,
};

const active: Named = {
  name: 'alternative-active-version',
  text: `
    select active_version from judgment where organization = $1 and judgment_id = $2 and scope = $3 and kind = 'judgment'
      and not archived for share`,
};

/**
 * Keeps the active version as it is until the transaction ends.
 * @throws Problem `unavailable` when it is another one than the caller read
 */
export async function assertActive(tx: Tx, key: TableKey, version: number): Promise<void> {
  const { rows } = await tx.query<{ active_version: number }>(active, tableValues(key));
  if (rows[0]?.active_version === version) return;
  throw new Problem('unavailable', 'Another version was activated meanwhile; send it again.', {}, { retryAfterS: 1 });
}

/** Rows that callers named for a version, without the deleted ones. */
export async function readNamed(from: Queryable, key: TableKey, version: number): Promise<NamedRow[]> {
  return (await from.query<NamedRow>(read, [...tableValues(key), version])).rows;
}

/** Holds off other namings of the judgment until the transaction ends. */
export async function lockNaming(tx: Tx, key: TableKey): Promise<void> {
  await tx.query(lock, tableValues(key));
}

export interface NewRow {
  id: string;
  definition: Definition;
  drafted: boolean;
  namedBy: string;
}

/** Adds a row that is not there, or brings a deleted one back. */
export async function addNamed(tx: Tx, key: TableKey, version: number, row: NewRow): Promise<NamedRow> {
  const { id, definition, drafted, namedBy } = row;
  const values = [...tableValues(key), version, id, JSON.stringify(definition), drafted, namedBy];
  return (await tx.query<NamedRow>(add, values)).rows[0];
}

/** @returns false when no caller named such a row */
export async function removeNamed(tx: Tx, key: TableKey, version: number, id: string): Promise<boolean> {
  return (await tx.query(remove, [...tableValues(key), version, id])).rowCount === 1;
}

/** The secret of this installation that ids of alternatives are made with. */
export async function readSalt(from: Queryable): Promise<Buffer> {
  return (await from.query<{ salt: Buffer }>('select salt from alternative_salt')).rows[0].salt;
}
