import { Queryable, Tx } from '@app/persistence';
import { makeSecretToken, hashOfToken } from './session-token';

const hourMs = 3_600_000;

/**
 * How long links hold, in milliseconds. An invitation is shown to its maker and handed on; a link that the operator prints is
 * opened from a terminal. A link that somebody asked for by mail lies in a mailbox that others may read later, so it holds for
 * the shortest time; an invitation waits there until the person reads it.
 */
export const linkLifeMs = { invite: 7 * 24 * hourMs, sign_in: hourMs, mailed: hourMs / 4 } as const;
export type LinkPurpose = 'invite' | 'sign_in' | 'change_email';

/** A link that is to be made. */
export interface NewLink {
  account: string;
  organization: string;
  purpose: LinkPurpose;
  /** `user:<id>`, `operator`, or `mail` for a link that goes to the person's own address. */
  madeBy: string;
  /** The address that a link with the purpose `change_email` proves. */
  email?: string;
}

/** What a link signs in to. */
export interface UsedLink {
  account: string;
  organization: string;
  /** It came by mail, which shows that the address is read. */
  mailed: boolean;
  /** `user:<id>`, `key:<id>`, `operator` or `mail`. */
  made_by: string;
}

/** Whether a link proves the address for the account, or opens its organization alone (docs/identity.md). */
export function provesAccount({ mailed, made_by: maker }: UsedLink): boolean {
  return mailed || maker === 'operator';
}

/**
 * Makes a link that signs in once. Links before it of the same person, organization and purpose end, unless it goes by
 * mail: a stranger who asks for mails to an address must not end the links that its owner has.
 * @returns its token
 */
export async function insertLink(tx: Tx, { account, organization, purpose, madeBy, email }: NewLink): Promise<string> {
  const { token, hash } = makeSecretToken();
  const mailed = madeBy === 'mail';
  if (!mailed)
    await tx.query('delete from sign_in_link where account_id = $1 and organization_id = $2 and purpose = $3', [
      account,
      organization,
      purpose,
    ]);
  await tx.query(
    `insert into sign_in_link (hash, account_id, organization_id, purpose, made_by, mailed, expires_at, email)
     values ($1, $2, $3, $4, $5, $6, app.now() + make_interval(secs => $7::float8 / 1000), $8)`,
    [
      hash,
      account,
      organization,
      purpose,
      madeBy,
      mailed,
      linkLifeMs[purpose === 'invite' || (purpose === 'sign_in' && !mailed) ? purpose : 'mailed'],
      email ?? null,
    ],
  );
  return token;
}

/** Uses a link up that signs in. @returns null when there is no such link, or it is used, or its time is over */
export async function useLink(tx: Tx, token: string): Promise<UsedLink | null> {
  const hash = hashOfToken(token);
  if (hash === null) return null;
  const { rows } = await tx.query<UsedLink>(
    `update sign_in_link as l set used_at = app.now()
     from member m
     where l.hash = $1 and l.purpose <> 'change_email' and l.used_at is null and l.expires_at > app.now()
       and m.account_id = l.account_id and m.organization_id = l.organization_id
     returning l.account_id as account, l.organization_id as organization, l.mailed, l.made_by`,
    [hash],
  );
  return rows[0] ?? null;
}

/** Uses a link up that proves another address. @returns null when there is no such link, or it is used, or its time is over */
export async function useAddressLink(
  tx: Tx,
  token: string,
): Promise<{ account: string; organization: string; email: string } | null> {
  const hash = hashOfToken(token);
  if (hash === null) return null;
  const { rows } = await tx.query<{ account: string; organization: string; email: string }>(
    `update sign_in_link set used_at = app.now()
     where hash = $1 and purpose = 'change_email' and used_at is null and expires_at > app.now()
     returning account_id as account, organization_id as organization, email`,
    [hash],
  );
  return rows[0] ?? null;
}

/** Ends all links of a person, or those of one purpose. */
export async function endAllLinks(tx: Tx, account: string, purpose?: LinkPurpose): Promise<void> {
  await tx.query('delete from sign_in_link where account_id = $1 and ($2::text is null or purpose = $2)', [
    account,
    purpose ?? null,
  ]);
}

/** Ends the links of a person to an organization that they leave. */
export async function endLinks(tx: Tx, account: string, organization: string): Promise<void> {
  await tx.query('delete from sign_in_link where account_id = $1 and organization_id = $2', [account, organization]);
}

/** Deletes links whose time was over a day ago. */
export async function sweepLinks(database: Queryable): Promise<void> {
  await database.query(`delete from sign_in_link where expires_at < app.now() - interval '1 day'`);
}

/** The address of a link's page. Its token is the fragment, which browsers send to no server and put in no `Referer`. */
export function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/app/link#t=${token}`;
}
