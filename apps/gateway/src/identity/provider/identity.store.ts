import { Queryable, Tx } from '@app/persistence';
import { createHash } from 'node:crypto';

/** The account that a provider's subject signs in to; null for a person who comes for the first time. */
export async function findIdentity(database: Queryable, provider: string, subject: string): Promise<string | null> {
  const { rows } = await database.query<{ account_id: string }>(
    'select account_id from identity where provider_id = $1 and subject = $2',
    [provider, subject],
  );
  return rows[0]?.account_id ?? null;
}

/** Whether a provider of the organization signs the person in. */
export async function hasIdentity(database: Queryable, organization: string, account: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from identity i join identity_provider p on p.id = i.provider_id
     where i.account_id = $2 and p.organization_id = $1 limit 1`,
    [organization, account],
  );
  return rowCount === 1;
}

export async function insertIdentity(tx: Tx, provider: string, subject: string, account: string): Promise<void> {
  await tx.query('insert into identity (provider_id, subject, account_id) values ($1, $2, $3)', [
    provider,
    subject,
    account,
  ]);
}

/** Uses the state of a sign-in up. @returns false when it was used before */
export async function useState(tx: Tx, state: string): Promise<boolean> {
  const hash = createHash('sha256').update(state).digest();
  const { rowCount } = await tx.query('insert into provider_state (hash) values ($1) on conflict do nothing', [hash]);
  return rowCount === 1;
}

/** Forgets states whose cookie has been over for long. */
export async function sweepStates(database: Queryable): Promise<void> {
  await database.query(`delete from provider_state where used_at < app.now() - interval '1 day'`);
}
