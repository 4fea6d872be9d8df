import { Database } from '@app/persistence';
import { PasswordHasher } from '../identity/account/password-hasher';
import { makeSecretToken } from '../identity/session/session-token';
import { leastCost } from './cheap-hashes';

/** How an address came to be verified: the operator entered it, a mail was used some time later, or not at all. */
export type Verified = 'entered' | 'mailed' | null;

/** Rows of people as a gateway before migration 0011 wrote them. */
export class RowsBeforeIdentity {
  private readonly hasher = new PasswordHasher(leastCost);
  private day = 0;

  constructor(private readonly database: Database) {}

  async organization(id: string): Promise<void> {
    await this.database.query(`insert into organization (id, name, plan, revision) values ($1, $1, 'scale', 1)`, [id]);
  }

  /** @returns the account's id, which is also the name before the `@` of its address */
  async account(
    id: string,
    { password, signedIn = true }: { password?: string; signedIn?: boolean } = {},
  ): Promise<string> {
    const hash = password === undefined ? null : await this.hasher.hash(password);
    await this.database.query(
      `insert into account (id, email, email_key, password_hash, signed_in_at, revision)
       values ($1, $2, $2, $3, case when $4 then app.now() end, 1)`,
      [id, addressOf(id), hash, signedIn],
    );
    return id;
  }

  /** Each member was added a day after the one before. @param hasAccount false: as gateways added members before accounts */
  async member(
    organization: string,
    account: string,
    {
      verified = null,
      role = 'member',
      hasAccount = true,
    }: { verified?: Verified; role?: string; hasAccount?: boolean } = {},
  ): Promise<void> {
    const day = ++this.day;
    await this.database.query(
      `insert into member (id, organization_id, account_id, email, role, created_at, verified_at, revision)
       select $1, $2, $3, $4, $5, at, case $6 when 'entered' then at when 'mailed' then at + interval '1 hour' end, 1
       from (select app.now() - interval '100 days' + make_interval(days => $7::int) as at) as times`,
      [`usr_m${day}`, organization, hasAccount ? account : null, addressOf(account), role, verified, day],
    );
  }

  /** @returns the cookie of a live session */
  async session(account: string, organization: string, method = 'password'): Promise<string> {
    const { token, hash } = makeSecretToken();
    await this.database.query(
      `insert into session (hash, id, account_id, organization_id, method, proved_at, expires_at, ends_at, revision)
       values ($1, 'ses_' || encode($1, 'hex'), $2, $3, $4, app.now(), app.now() + interval '12 hours',
         app.now() + interval '7 days', 1)`,
      [hash, account, organization, method],
    );
    return `judgment_8080=${token}`;
  }

  /** @returns the token of an invitation's link that its maker was shown */
  async invitation(account: string, organization: string): Promise<string> {
    const { token, hash } = makeSecretToken();
    await this.database.query(
      `insert into sign_in_link (hash, account_id, organization_id, purpose, made_by, expires_at)
       values ($1, $2, $3, 'invite', 'user:usr_owner', app.now() + interval '7 days')`,
      [hash, account, organization],
    );
    return token;
  }

  /** Sets the password of an account, as a gateway before 0011 does it for every session. */
  async setPassword(account: string, password: string): Promise<void> {
    const hash = await this.hasher.hash(password);
    await this.database.query('update account set password_hash = $2, revision = revision + 1 where id = $1', [
      account,
      hash,
    ]);
  }

  async identity(account: string, provider: string, subject: string): Promise<void> {
    await this.database.query('insert into identity (provider_id, subject, account_id) values ($1, $2, $3)', [
      provider,
      subject,
      account,
    ]);
  }
}

export function addressOf(account: string): string {
  return `${account}@people.example`;
}
