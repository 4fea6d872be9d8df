import { Named, Queryable, Tx, newId } from '@app/persistence';
import { lockAccount } from '../account/account.store';
import { Found } from '../../admission/database/batched-reader';
import { OrganizationColumns, organizationColumns, toAdmitted } from '../principal/organization-row';
import { MemberRole } from '../principal/principal';
import { SignInMethod, StoredSession } from './session';

interface SessionRow extends OrganizationColumns {
  id: string;
  hash: Buffer;
  account_id: string;
  role: MemberRole;
  proved_at: Date;
  seen_at: Date;
  expires_at: Date;
}

export interface ListedSession {
  id: string;
  account_id: string;
  organization_id: string;
  /** It acts in that organization and in no other. */
  only_organization: boolean;
  method: SignInMethod;
  agent: string | null;
  created_at: Date;
  proved_at: Date;
  seen_at: Date;
  expires_at: Date;
  ends_at: Date;
}

/** The columns of a `ListedSession`. */
export const listed =
  'id, account_id, organization_id, only_organization, method, agent, created_at, proved_at, seen_at, expires_at, ends_at';

// A session holds as long as its person is an active member of its organization. The row of the revision comes always.
const find: Named = {
  name: 'session-find',
  text: `select s.id, s.hash, s.account_id, m.role, s.proved_at, s.seen_at, s.expires_at, ${organizationColumns},
      r.value as seen
    from admission_revision r
    left join session s on s.hash = any($1) and s.revoked_at is null and s.expires_at > app.now()
      and not s.opens_nothing
    left join member m on m.account_id = s.account_id and m.organization_id = s.organization_id
      and m.accepted_at is not null
    left join organization o on o.id = m.organization_id`,
};
// What changed of a session: itself, its person, their membership or the organization. An account's id is compared as sessions
// name it: in its own order no index of sessions would serve.
const changed: Named = {
  name: 'session-changed',
  text: `select hash from session where revision > $1 and revision <= $2
    union
    select s.hash from account a join session s on s.account_id = a.id collate "default"
    where a.revision > $1 and a.revision <= $2 and s.revoked_at is null
    union
    select s.hash from member m join session s on s.account_id = m.account_id
    where m.revision > $1 and m.revision <= $2 and s.revoked_at is null
    union
    select s.hash from organization o join session s on s.organization_id = o.id
    where o.revision > $1 and o.revision <= $2 and s.revoked_at is null and s.expires_at > app.now()`,
};
// The time moves on without a new revision: other gateways read the row again when their copy of it has ended.
const slide: Named = {
  name: 'session-slide',
  text: `update session set seen_at = app.now(), expires_at = least(app.now() + interval '12 hours', ends_at)
    where hash = $1 and revoked_at is null and expires_at > app.now() returning seen_at, expires_at`,
};

/** Live sessions by the hash of their token, as hex. */
export async function findSessions(database: Queryable, hashes: readonly string[]): Promise<Found<StoredSession>> {
  const { rows } = await database.query<SessionRow & { seen: string }>(find, [
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  ]);
  const found = rows.filter(({ organization_id: organization }) => organization !== null);
  const byName = new Map(found.map((row) => [row.hash.toString('hex'), toSession(row)]));
  return { byName, revision: Number(rows[0].seen) };
}

/** Hashes of the sessions that changed after one revision, up to and with another, as hex. */
export async function readSessionsChangedBetween(database: Queryable, after: number, upTo: number): Promise<string[]> {
  const { rows } = await database.query<{ hash: Buffer }>(changed, [after, upTo]);
  return rows.map(({ hash }) => hash.toString('hex'));
}

/** Moves the end of a session in use. @returns null when it has ended meanwhile */
export async function slideSession(
  database: Queryable,
  hash: Buffer,
): Promise<{ seenAtMs: number; expiresAtMs: number } | null> {
  const { rows } = await database.query<{ seen_at: Date; expires_at: Date }>(slide, [hash]);
  return rows.length > 0 ? { seenAtMs: rows[0].seen_at.getTime(), expiresAtMs: rows[0].expires_at.getTime() } : null;
}

/** A session that is to be made. */
export interface NewSession {
  hash: Buffer;
  account: string;
  organization: string;
  onlyOrganization: boolean;
  method: SignInMethod;
  /** When the person proved who they are, and when the session ends at the latest; now, and in 7 days, when left out. */
  since?: { provedAt: Date; endsAt: Date };
  agent: string | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<ListedSession> {
  const { hash, account, organization, onlyOrganization, method, since, agent } = session;
  const { rows } = await tx.query<ListedSession>(
    `insert into session (hash, id, account_id, organization_id, only_organization, method, proved_at, ends_at, expires_at,
       agent)
     select $1, $2, $3, $4, $5, $6, proved_at, ends_at, least(app.now() + interval '12 hours', ends_at), $9
     from (select coalesce($7::timestamptz, app.now()) as proved_at,
       coalesce($8::timestamptz, app.now() + interval '7 days') as ends_at) as times
     returning ${listed}`,
    [
      ...[hash, newId('ses'), account, organization, onlyOrganization, method],
      ...[since?.provedAt ?? null, since?.endsAt ?? null, agent],
    ],
  );
  return rows[0];
}

/** A session that has not ended; null for one that has. */
export async function readSession(database: Queryable, account: string, id: string): Promise<ListedSession | null> {
  const { rows } = await database.query<ListedSession>(
    `select ${listed} from session
     where account_id = $1 and id = $2 and revoked_at is null and expires_at > app.now() and not opens_nothing`,
    [account, id],
  );
  return rows[0] ?? null;
}

/** The organization of the person's latest session; null when they never signed in. */
export async function readLatestOrganization(database: Queryable, account: string): Promise<string | null> {
  const { rows } = await database.query<{ organization_id: string }>(
    'select organization_id from session where account_id = $1 order by id desc limit 1',
    [account],
  );
  return rows[0]?.organization_id ?? null;
}

/** Sessions of an account: all, those in one organization, one of them, or all but one. */
export interface WhichSessions {
  organization?: string | null;
  only?: string;
  except?: string;
}

/** The live sessions of an account, newest first. */
export async function listSessions(
  database: Queryable,
  account: string,
  { organization, limit }: { organization: string | null; limit: number },
): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>(
    `select ${listed} from session
     where account_id = $1 and revoked_at is null and expires_at > app.now()
       and ($2::text is null or organization_id = $2)
     order by id desc limit $3`,
    [account, organization, limit],
  );
  return rows;
}

/** Ends sessions of an account. @returns how many it ended */
export async function revokeSessions(
  tx: Tx,
  account: string,
  { organization, only, except }: WhichSessions = {},
): Promise<number> {
  await lockAccount(tx, account);
  const { rowCount } = await tx.query(
    `update session set revoked_at = app.now()
     where account_id = $1 and revoked_at is null and ($2::text is null or organization_id = $2)
       and ($3::text is null or id = $3) and ($4::text is null or id <> $4)`,
    [account, organization ?? null, only ?? null, except ?? null],
  );
  return rowCount ?? 0;
}

/** Ends the oldest live sessions of an account, so that at most `most` stay. */
export async function revokeOldest(tx: Tx, account: string, most: number): Promise<void> {
  await tx.query(
    `update session set revoked_at = app.now()
     where account_id = $1 and revoked_at is null and id <= (
       select id from session where account_id = $1 and revoked_at is null and expires_at > app.now()
       order by id desc offset $2 limit 1)`,
    [account, most],
  );
}

/** Deletes sessions that ended a day ago. */
export async function sweepSessions(database: Queryable): Promise<void> {
  await database.query(`delete from session where ends_at < app.now() - interval '1 day'`);
}

function toSession(row: SessionRow): StoredSession {
  return {
    id: row.id,
    account: row.account_id,
    memberRole: row.role,
    organization: toAdmitted(row),
    provedAtMs: row.proved_at.getTime(),
    seenAtMs: row.seen_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  };
}
