import { Named, Queryable, Tx, newId } from '@app/persistence';
import { nextRevision } from '../key/key.store';
import { Found } from '../admission-database/batched-reader';
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
  method: SignInMethod;
  agent: string | null;
  created_at: Date;
  proved_at: Date;
  seen_at: Date;
  expires_at: Date;
  ends_at: Date;
}

const listed = 'id, method, agent, created_at, proved_at, seen_at, expires_at, ends_at';

// A session holds as long as its person is a member of its organization. The row of the revision comes always.
const find: Named = {
  name: 'session-find',
  text: `select s.id, s.hash, s.account_id, m.role, s.proved_at, s.seen_at, s.expires_at, ${organizationColumns},
      r.value as seen
    from admission_revision r
    left join session s on s.hash = any($1) and s.revoked_at is null and s.expires_at > app.now()
    left join member m on m.account_id = s.account_id and m.organization_id = s.organization_id
    left join organization o on o.id = m.organization_id`,
};
// What changed of a session: itself, its person, their membership or the organization.
const changed: Named = {
  name: 'session-changed',
  text: `select hash from session where revision > $1 and revision <= $2
    union
    select s.hash from account a join session s on s.account_id = a.id where a.revision > $1 and a.revision <= $2
    union
    select s.hash from member m join session s on s.account_id = m.account_id
    where m.revision > $1 and m.revision <= $2
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
export async function sessionsChangedBetween(database: Queryable, after: number, upTo: number): Promise<string[]> {
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
  method: SignInMethod;
  /** When the person proved who they are, and when the session ends at the latest; now, and in 7 days, when left out. */
  since?: { provedAt: Date; endsAt: Date };
  agent: string | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<ListedSession> {
  const revision = await nextRevision(tx);
  const { hash, account, organization, method, since, agent } = session;
  const { rows } = await tx.query<ListedSession>(
    `insert into session (hash, id, account_id, organization_id, method, proved_at, ends_at, expires_at, agent, revision)
     select $1, $2, $3, $4, $5, proved_at, ends_at, least(app.now() + interval '12 hours', ends_at), $8, $9
     from (select coalesce($6::timestamptz, app.now()) as proved_at,
       coalesce($7::timestamptz, app.now() + interval '7 days') as ends_at) as times
     returning ${listed}`,
    [
      hash,
      newId('ses'),
      account,
      organization,
      method,
      since?.provedAt ?? null,
      since?.endsAt ?? null,
      agent,
      revision,
    ],
  );
  return rows[0];
}

export async function readSession(database: Queryable, account: string, id: string): Promise<ListedSession | null> {
  const { rows } = await database.query<ListedSession>(
    `select ${listed} from session where account_id = $1 and id = $2`,
    [account, id],
  );
  return rows[0] ?? null;
}

/** The organization of the person's latest session; null when they never signed in. */
export async function latestOrganization(database: Queryable, account: string): Promise<string | null> {
  const { rows } = await database.query<{ organization_id: string }>(
    'select organization_id from session where account_id = $1 order by id desc limit 1',
    [account],
  );
  return rows[0]?.organization_id ?? null;
}

/** The live sessions of an account, newest first. */
export async function listSessions(database: Queryable, account: string, limit: number): Promise<ListedSession[]> {
  const { rows } = await database.query<ListedSession>(
    `select ${listed} from session
     where account_id = $1 and revoked_at is null and expires_at > app.now() order by id desc limit $2`,
    [account, limit],
  );
  return rows;
}

/**
 * Ends sessions of an account: one, all, or all but one.
 * @returns how many it ended
 */
export async function revokeSessions(
  tx: Tx,
  account: string,
  { only, except }: { only?: string; except?: string } = {},
): Promise<number> {
  const revision = await nextRevision(tx);
  const { rowCount } = await tx.query(
    `update session set revoked_at = app.now(), revision = $2
     where account_id = $1 and revoked_at is null and ($3::text is null or id = $3) and ($4::text is null or id <> $4)`,
    [account, revision, only ?? null, except ?? null],
  );
  return rowCount ?? 0;
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
