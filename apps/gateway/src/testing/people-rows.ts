import { Database } from '@app/persistence';
import { makeSecretToken } from '../identity/session/session-token';

/** Rows of people as a gateway has them whose schema the version of 27 November 2026 migrated. */
export class PeopleRows {
  private day = 0;

  constructor(private readonly database: Database) {}

  async organization(id: string): Promise<void> {
    await this.database.query(`insert into organization (id, name, plan) values ($1, $1, 'scale')`, [id]);
  }

  /** @param id also the name before the `@` of the address @param isProved whether the address was proved for the account */
  async account(id: string, isProved = false): Promise<void> {
    await this.database.query(
      `insert into account (id, email, email_key, signed_in_at, verified_at)
       values ($1, $2, $2, app.now(), case when $3 then app.now() end)`,
      [id, addressOf(id), isProved],
    );
  }

  /** Each member was added a day after the one before. @param isActive false: an invitation that nobody used */
  async member(organization: string, account: string, isActive = true): Promise<void> {
    const day = ++this.day;
    await this.database.query(
      `insert into member (id, organization_id, account_id, email, role, created_at, accepted_at)
       select $1, $2, $3, $4, 'member', at, case when $5 then at end
       from (select app.now() - interval '100 days' + make_interval(days => $6::int) as at) as times`,
      [`usr_m${day}`, organization, account, addressOf(account), isActive, day],
    );
  }

  /** @param opensNothing as marked when an older gateway made it @returns the cookie of a live session */
  async session(account: string, organization: string, opensNothing = false): Promise<string> {
    const { token, hash } = makeSecretToken();
    await this.database.query(
      `insert into session (hash, id, account_id, organization_id, method, proved_at, expires_at, ends_at, opens_nothing)
       values ($1, 'ses_' || encode($1, 'hex'), $2, $3, 'password', app.now(), app.now() + interval '12 hours',
         app.now() + interval '7 days', $4)`,
      [hash, account, organization, opensNothing],
    );
    return `judgment_8080=${token}`;
  }
}

export function addressOf(account: string): string {
  return `${account}@people.example`;
}
