import { Queryable } from '@app/persistence';
import { StoredMail } from './mail';
import { MailOrder } from './mail-order';
import { findMail, listMails, retryMail } from './mail.store';

/** Mails that one list shows, at most. */
const maxShown = 1000;

/**
 * Carries out an operator's command about mails.
 * @param organizationId of the organization that the command names
 * @returns the text for the operator
 * @throws Error with one sentence when there is no such mail
 */
export async function carryOutMail(database: Queryable, order: MailOrder, organizationId?: string): Promise<string> {
  switch (order.kind) {
    case 'mail-retry':
      if (await retryMail(database, order.id))
        return `${order.id} waits to be sent: a gateway with SMTP_URL tries it within seconds`;
      throw new Error(`There is no mail ${order.id}, or it is neither failed nor kept.`);
    case 'mail-show': {
      const mail = await findMail(database, order.id);
      if (mail) return textOf(mail);
      throw new Error(`There is no mail ${order.id}; \`mails list\` shows those of the last 90 days.`);
    }
    case 'mail-list': {
      const status = order.status ?? undefined;
      const mails = await listMails(database, maxShown, { organization: organizationId, status });
      if (order.json) return JSON.stringify({ mails: mails.map(viewOf) });
      if (mails.length === 0) return 'there are no mails';
      const note = mails.length === maxShown ? [`the newest ${maxShown} are shown`] : [];
      return [...mails.map(lineOf), ...note].join('\n');
    }
  }
}

function viewOf(mail: StoredMail): object {
  const { id, eventId, organization, address, subject, status, attempts, lastError, createdAt, sentAt, dueAt } = mail;
  return {
    id,
    event_id: eventId,
    organization,
    address,
    subject,
    status,
    attempts,
    last_error: lastError,
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    next_try_at: status === 'waiting' ? dueAt.toISOString() : null,
  };
}

function lineOf({ id, createdAt, status, address, subject, attempts, lastError }: StoredMail): string {
  const failure = lastError === null ? '' : `  (tries: ${attempts}, ${lastError})`;
  return `${id}  ${createdAt.toISOString()}  ${status.padEnd(7)}  ${address}  ${subject}${failure}`;
}

function textOf(mail: StoredMail): string {
  const { id, eventId, organization, address, subject, text, status, attempts, lastError, createdAt, sentAt } = mail;
  const facts: [string, string | null][] = [
    ['id', id],
    ['event', eventId],
    ['organization', organization],
    ['status', status],
    ['tries', String(attempts)],
    ['last error', lastError],
    ['written', createdAt.toISOString()],
    ['sent', sentAt?.toISOString() ?? null],
    ['to', address],
    ['subject', subject],
  ];
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `${lines.join('\n')}\n\n${text.trimEnd()}`;
}
