import { Database, Named, Queryable, Tx, newId } from '@app/persistence';
import { Mail, MailContent, MailStatus, StoredMail } from './mail';

/** Longer than a try may take. When a try is not recorded by then, another process tries again. */
const leaseS = 120;
const keptDays = 90;
/** Mails with a link to one address in an hour. */
const maxLinkMails = 3;

interface MailRow {
  id: string;
  event_id: string;
  organization_id: string;
  address: string;
  subject: string;
  body_text: string;
  body_html: string;
  status: MailStatus;
  attempts: number;
  due_at: Date;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  link_account: string | null;
  link_purpose: 'sign_in' | 'change_email' | null;
  invites: boolean;
}

const addressees: Named = {
  name: 'mail-addressees',
  text: `select email from member
    where organization_id = $1 and role in ('owner', 'admin') and verified_at is not null order by email`,
};
const write: Named = {
  name: 'mail-write',
  text: `insert into mail (id, event_id, organization_id, address, subject, body_text, body_html, status)
    select a.id, $3, $4, a.address, $5, $6, $7, $8 from unnest($1::text[], $2::text[]) as a(id, address)
    on conflict (event_id, address) do nothing`,
};
const claim: Named = {
  name: 'mail-claim',
  text: `update mail set attempts = attempts + 1, due_at = app.now() + interval '${leaseS} seconds'
    where id = (select id from mail where status = 'waiting' and due_at <= app.now()
                order by due_at limit 1 for update skip locked)
    returning *`,
};
// The number of attempts is the fence: a process whose lease ran out records nothing.
const record: Named = {
  name: 'mail-record',
  text: `update mail set status = $3, last_error = $4, sent_at = case when $3 = 'sent' then app.now() end,
      due_at = app.now() + make_interval(secs => $5::float8)
    where id = $1 and attempts = $2 and status = 'waiting'`,
};

/**
 * Writes one mail to each owner and admin with a verified address. A second call for the same event writes no second
 * mail to an address, in whichever gateway it happens.
 * @returns how many addressees there are, and how many mails this call wrote
 */
export async function writeMails(
  database: Database,
  event: { id: string; organization: string },
  { subject, text, html }: MailContent,
  status: MailStatus,
): Promise<{ addressees: number; written: number }> {
  return database.transaction('gateway.mail', async (tx) => {
    const { rows } = await tx.query<{ email: string }>(addressees, [event.organization]);
    const emails = rows.map(({ email }) => email);
    const ids = emails.map(() => newId('eml'));
    const about = [event.id, event.organization, subject, text, html, status];
    const { rowCount } = await tx.query(write, [ids, emails, ...about]);
    return { addressees: emails.length, written: rowCount ?? 0 };
  });
}

// The row holds no text: the sender writes it with a new link. The mails of an hour are bounded for each address.
const writeLink: Named = {
  name: 'mail-write-link',
  text: `insert into mail (id, event_id, organization_id, address, subject, body_text, body_html, status, link_account, link_purpose, invites)
    select $1, $1, $2, $3, $4, '', '', 'waiting', $5, nullif($6, 'invite'), $6 = 'invite'
    where (select count(*) from mail
      where address = $3 and link_account is not null and created_at > app.now() - interval '1 hour') < ${maxLinkMails}`,
};

/** Writes a mail with a link, unless the address got three within the hour. @returns whether it wrote one */
export async function writeLinkMail(
  tx: Tx,
  {
    account,
    organization,
    address,
    subject,
    purpose,
  }: { account: string; organization: string; address: string; subject: string; purpose: Mail['linkPurpose'] },
): Promise<boolean> {
  // Requests that come together wait for each other, so that each counts the mails of those before it.
  await tx.query('select from account where id = $1 for no key update', [account]);
  const { rowCount } = await tx.query(writeLink, [...[newId('eml'), organization, address, subject, account, purpose]]);
  return rowCount === 1;
}

/** Writes a mail to one address. */
export async function writeMail(
  tx: Tx,
  { organization, address, subject, text, html }: MailContent & { organization: string; address: string },
  status: MailStatus,
): Promise<void> {
  const id = newId('eml');
  await tx.query(write, [[id], [address], id, organization, subject, text, html, status]);
}

/** Lets no mail out that waits with a link of this purpose: the person wants another. */
export async function dropLinkMails(tx: Tx, account: string, purpose: Mail['linkPurpose']): Promise<void> {
  await tx.query(`delete from mail where link_account = $1 and link_purpose = $2 and status = 'waiting'`, [
    account,
    purpose,
  ]);
}

/** Takes the mail that has been due for longest, for the length of a lease; null when none is due. */
export async function claimMail(database: Queryable): Promise<StoredMail | null> {
  const { rows } = await database.query<MailRow>(claim);
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

export async function recordSent(database: Queryable, { id, attempts }: Mail): Promise<void> {
  await database.query(record, [id, attempts, 'sent', null, 0]);
}

/** Records a failed try. @param waitS seconds until the next try; null when there is none */
export async function recordFailedTry(
  database: Queryable,
  { id, attempts }: Mail,
  { reason, waitS }: { reason: string; waitS: number | null },
): Promise<void> {
  const status: MailStatus = waitS === null ? 'failed' : 'waiting';
  await database.query(record, [id, attempts, status, reason, waitS ?? 0]);
}

/** Mails, newest first. */
export async function listMails(
  database: Queryable,
  limit: number,
  { organization, status }: { organization?: string; status?: MailStatus },
): Promise<StoredMail[]> {
  const { rows } = await database.query<MailRow>(
    `select * from mail where ($2::text is null or organization_id = $2) and ($3::text is null or status = $3)
     order by created_at desc, id desc limit $1`,
    [limit, organization ?? null, status ?? null],
  );
  return rows.map(fromRow);
}

export async function findMail(database: Queryable, id: string): Promise<StoredMail | null> {
  const { rows } = await database.query<MailRow>('select * from mail where id = $1', [id]);
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

/** Lets a failed or kept mail wait again, with all its tries. @returns false when there is no such mail */
export async function retryMail(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update mail set status = 'waiting', attempts = 0, due_at = app.now(), last_error = null
     where id = $1 and status in ('failed', 'kept')`,
    [id],
  );
  return rowCount === 1;
}

/** The number of mails by status, and the age of the oldest waiting mail in seconds. */
export async function measureMails(
  database: Queryable,
): Promise<{ oldestS: number; counts: ReadonlyMap<string, number> }> {
  const { rows } = await database.query<{ status: string; count: number; age: number }>(
    `select status, count(*)::int as count, extract(epoch from app.now() - min(created_at))::float8 as age
     from mail group by status`,
  );
  const oldestS = rows.find(({ status }) => status === 'waiting')?.age ?? 0;
  return { oldestS, counts: new Map(rows.map(({ status, count }) => [status, count])) };
}

/** Deletes mails older than 90 days that do not wait. */
export async function sweepMails(database: Queryable): Promise<void> {
  await database.query(
    `delete from mail where status <> 'waiting' and created_at < app.now() - interval '${keptDays} days'`,
  );
}

function fromRow(row: MailRow): StoredMail {
  const { id, address, subject, status, attempts } = row;
  return {
    id,
    address,
    subject,
    status,
    attempts,
    text: row.body_text,
    html: row.body_html,
    eventId: row.event_id,
    organization: row.organization_id,
    linkAccount: row.link_account,
    linkPurpose: row.invites ? 'invite' : (row.link_purpose ?? 'sign_in'),
    lastError: row.last_error,
    createdAt: row.created_at,
    dueAt: row.due_at,
    sentAt: row.sent_at,
  };
}
