import { Role } from '@app/contracts';
import { Named, Queryable, Tx, newId } from '@app/persistence';
import { Found } from '../../admission/database/batched-reader';
import { OrganizationColumns, organizationColumns, toAdmitted } from '../principal/organization-row';
import { ApiKey } from './key';
import { NewToken } from './token';

interface KeyRow extends OrganizationColumns {
  id: string;
  public_id: string;
  hash: Buffer;
  role: Role;
  scope: string;
  requests_per_second: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

const listed = 'id, public_id, role, scope, description, expires_at, revoked_at, created_at, last_used_at, made_by';

const columns = `k.id, k.public_id, k.hash, k.role, k.scope, k.requests_per_second, k.expires_at, k.revoked_at,
  ${organizationColumns}`;

// The row of the revision comes also when there is no key.
const find: Named = {
  name: 'keys-find',
  text: `select ${columns}, r.value as seen from admission_revision r
         left join api_key k on k.public_id = any($1) left join organization o on o.id = k.organization_id`,
};

// The keys of a changed organization count as changed.
const changed: Named = {
  name: 'key-changed',
  text: `select ${columns} from api_key k join organization o on o.id = k.organization_id
         where k.revision > $1 and k.revision <= $2
         union all
         select ${columns} from organization o join api_key k on k.organization_id = o.id
         where o.revision > $1 and o.revision <= $2`,
};

/** A key that is to be made. */
export interface KeySpec {
  organizationId: string;
  role: Role;
  scope: string;
  description: string | null;
  expiresAt: Date | null;
  /** `key:<id>`, `user:<id>` or `operator`. */
  madeBy: string;
}

export interface ListedKey {
  id: string;
  public_id: string;
  role: Role;
  scope: string;
  description: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
  made_by: string | null;
}

/** Keys by public id. */
export async function findKeys(database: Queryable, publicIds: readonly string[]): Promise<Found<ApiKey>> {
  const { rows } = await database.query<KeyRow & { seen: string }>(find, [publicIds]);
  const found = rows.filter(({ id }) => id !== null);
  return { byName: new Map(found.map((row) => [row.public_id, toKey(row)])), revision: Number(rows[0].seen) };
}

/** Keys that changed after one revision, up to and with another. */
export async function readKeysChangedBetween(database: Queryable, after: number, upTo: number): Promise<ApiKey[]> {
  const { rows } = await database.query<KeyRow>(changed, [after, upTo]);
  return rows.map(toKey);
}

export async function insertKey(tx: Tx, spec: KeySpec, { publicId, hash }: NewToken): Promise<ListedKey> {
  const { organizationId, role, scope, description, expiresAt, madeBy } = spec;
  const { rows } = await tx.query<ListedKey>(
    `insert into api_key (id, organization_id, public_id, hash, role, scope, description, expires_at, made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     returning ${listed}`,
    [newId('key'), organizationId, publicId, hash, role, scope, description, expiresAt, madeBy],
  );
  return rows[0];
}

/** Keys of an organization that are not revoked, in order of id. */
export async function listKeys(
  database: Queryable,
  organizationId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<ListedKey[]> {
  const { rows } = await database.query<ListedKey>(
    `select ${listed} from api_key
     where organization_id = $1 and revoked_at is null and id > $2 order by id limit $3`,
    [organizationId, after ?? '', limit],
  );
  return rows;
}

const writeUses: Named = {
  name: 'key-uses',
  text: `update api_key k set last_used_at = used.at
    from unnest($1::text[], $2::float8[]) as u(id, ms), to_timestamp(u.ms / 1000) as used(at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < used.at)`,
};

/** Writes when keys were last used. @param uses ids with milliseconds since 1970 */
export async function writeKeyUses(database: Queryable, uses: readonly (readonly [string, number])[]): Promise<void> {
  if (uses.length === 0) return;
  await database.query(writeUses, [uses.map(([id]) => id), uses.map(([, ms]) => ms)]);
}

/** @returns false when the organization has no such key, or the key is revoked already */
export async function revokeKey(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update api_key set revoked_at = app.now()
     where organization_id = $1 and id = $2 and revoked_at is null`,
    [organizationId, id],
  );
  return rowCount === 1;
}

/**
 * Sets the limit of one key.
 * @param requestsPerSecond null gives the key the limit of its organization
 * @returns false when the organization has no such key
 */
export async function setKeyLimit(
  tx: Tx,
  organizationId: string,
  id: string,
  requestsPerSecond: number | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update api_key set requests_per_second = $3 where organization_id = $1 and id = $2',
    [organizationId, id, requestsPerSecond],
  );
  return rowCount === 1;
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    publicId: row.public_id,
    hash: row.hash,
    role: row.role,
    scope: row.scope,
    requestsPerSecond: row.requests_per_second,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revoked: row.revoked_at !== null,
    organization: toAdmitted(row),
  };
}
