import { Problem } from '@app/problem';
import { Queryable, Tx } from '@app/persistence';
import { IdentityProvider, domainOf } from './identity-provider';

/**
 * Whether a person must sign in with the provider of their address's domain: no password and no link of theirs counts. A
 * provider binds members of its own organization alone: it signs nobody else in, so others would have no door at all.
 */
export async function mustUseProvider(database: Queryable, account: { id: string; email: string }): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from identity_provider p
     where p.domains @> array[$1::text] and p.enforced and p.spare_account_id is distinct from $2
       and exists (select from member m where m.organization_id = p.organization_id and m.account_id = $2
         and m.accepted_at is not null) limit 1`,
    [domainOf(account.email), account.id],
  );
  return rowCount === 1;
}

/**
 * Call it when the person has proved who they are, so that strangers do not learn for which address it does not hold.
 * @throws Problem `forbidden`, reason `use_provider`
 */
export async function assertProviderIsOptional(
  database: Queryable,
  account: { id: string; email: string },
): Promise<void> {
  if (await mustUseProvider(database, account)) throw useProvider();
}

export function useProvider(): Problem {
  return new Problem(
    'forbidden',
    "Your organization's provider signs you in, in place of passwords and links; begin at the sign-in page.",
    { reason: 'use_provider' },
  );
}

/** Ends the sessions in a provider's organization that passwords and links of its domains opened, but the spare owner's. */
export async function endSessionsOfDomains(
  tx: Tx,
  { domains, spareAccount, organization }: Pick<IdentityProvider, 'domains' | 'spareAccount' | 'organization'>,
): Promise<void> {
  await tx.query(
    `update session s set revoked_at = app.now()
     from member m join account a on a.id = m.account_id
     where m.organization_id = $3 and split_part(a.email_key, '@', 2) = any($1) and a.id is distinct from $2
       and s.account_id = a.id and s.organization_id = $3 and s.method <> 'oidc' and s.revoked_at is null`,
    [domains, spareAccount, organization],
  );
}

/** Ends the sessions that a provider opened. @returns how many there were */
export async function endSessionsOfProvider(
  tx: Tx,
  { id, organization }: Pick<IdentityProvider, 'id' | 'organization'>,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update session s set revoked_at = app.now()
     from identity i where i.provider_id = $1 and s.account_id = i.account_id and s.organization_id = $2
       and s.method = 'oidc' and s.revoked_at is null`,
    [id, organization],
  );
  return rowCount ?? 0;
}
