import { Queryable, SealedTable, Tx } from '@app/persistence';
import { MemberRole } from '../principal/principal';
import { IdentityProvider, secretPlace } from './identity-provider';

interface ProviderRow {
  id: string;
  organization_id: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer | null;
  domains: string[];
  role_claim: string | null;
  role_map: Record<string, MemberRole>;
  default_role: MemberRole | null;
  enforced: boolean;
  spare_account_id: string | null;
}

/** More than an organization needs; the reply of a list is bounded by it. */
const maxListed = 50;

export async function findProvider(database: Queryable, id: string): Promise<IdentityProvider | null> {
  const { rows } = await database.query<ProviderRow>('select * from identity_provider where id = $1', [id]);
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

export async function findProviderOfIssuer(
  database: Queryable,
  organization: string,
  issuer: string,
): Promise<IdentityProvider | null> {
  const { rows } = await database.query<ProviderRow>(
    'select * from identity_provider where organization_id = $1 and issuer = $2',
    [organization, issuer],
  );
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

export async function listProviders(database: Queryable, organization: string): Promise<IdentityProvider[]> {
  const { rows } = await database.query<ProviderRow>(
    'select * from identity_provider where organization_id = $1 order by id limit $2',
    [organization, maxListed],
  );
  return rows.map(fromRow);
}

/** The provider of a domain; null when it has none. */
export async function findProviderOfDomain(database: Queryable, domain: string): Promise<IdentityProvider | null> {
  const { rows } = await database.query<ProviderRow>(
    'select * from identity_provider where domains @> array[$1::text] limit 1',
    [domain],
  );
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

/** Writes a provider, or changes the one of the same id. */
export async function putProvider(tx: Tx, provider: IdentityProvider): Promise<void> {
  await tx.query(
    `insert into identity_provider (id, organization_id, name, issuer, client_id, client_secret, domains, role_claim,
       role_map, default_role, enforced, spare_account_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (id) do update set name = $3, client_id = $5, client_secret = $6, domains = $7, role_claim = $8,
       role_map = $9, default_role = $10, enforced = $11, spare_account_id = $12, updated_at = app.now()`,
    [
      ...[provider.id, provider.organization, provider.name, provider.issuer, provider.clientId],
      ...[provider.clientSecret, provider.domains, provider.roleClaim, provider.roleMap, provider.defaultRole],
      ...[provider.enforced, provider.spareAccount],
    ],
  );
}

/** Removes a provider and the identities that it gave. @returns false when there is no such provider */
export async function deleteProvider(tx: Tx, organization: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from identity_provider where organization_id = $1 and id = $2', [
    organization,
    id,
  ]);
  return rowCount === 1;
}

/** Sealed client secrets, which the operator's `keyring` command seals again with a new key. */
export const sealedClientSecrets: SealedTable = {
  table: 'identity_provider',
  key: ['id'],
  columns: ['client_secret'],
  associatedDataOf: secretPlace,
};

function fromRow(row: ProviderRow): IdentityProvider {
  return {
    id: row.id,
    organization: row.organization_id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: row.client_secret,
    domains: row.domains,
    roleClaim: row.role_claim,
    roleMap: row.role_map,
    defaultRole: row.default_role,
    enforced: row.enforced,
    spareAccount: row.spare_account_id,
  };
}
