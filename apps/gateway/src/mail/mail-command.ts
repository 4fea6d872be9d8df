import { KeptMail } from './mail';
import { MailOrder } from './mail-order';
import { MailStore } from './mail.store';

/** What one answer shows. */
const maxShown = 1000;

/**
 * Shows mails, or has one tried anew.
 * @param organization the id of the organization that the order names
 * @returns the text that the operator reads. @throws Error with one sentence
 */
export async function carryOutMail(store: MailStore, order: MailOrder, organization?: string): Promise<string> {
  if (order.kind === 'mail-retry') {
    if (await store.retry(order.id))
      return `${order.id} waits to be sent: a gateway with SMTP_URL tries it within seconds`;
    throw new Error(`There is no mail ${order.id}, or it is neither failed nor kept.`);
  }
  if (order.kind === 'mail-show') {
    const mail = await store.find(order.id);
    if (mail) return shown(mail);
    throw new Error(`There is no mail ${order.id}; \`mails list\` shows those of the last 90 days.`);
  }
  const mails = await store.list(maxShown, { organization, status: order.status ?? undefined });
  if (order.json) return JSON.stringify({ mails: mails.map(viewOf) });
  if (mails.length === 0) return 'there are no mails';
  const last = mails.length === maxShown ? [`the newest ${maxShown} are shown`] : [];
  return [...mails.map(lineOf), ...last].join('\n');
}

function viewOf(mail: KeptMail): object {
  const { id, eventId, organization, address, subject, status, attempts, lastError, createdAt, sentAt, dueAt } = mail;
  return {
    ...{ id, event_id: eventId, organization, address, subject, status, attempts, last_error: lastError },
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    next_try_at: status === 'waiting' ? dueAt.toISOString() : null,
  };
}

function lineOf({ id, createdAt, status, address, subject, attempts, lastError }: KeptMail): string {
  const fault = lastError === null ? '' : `  (tries: ${attempts}, ${lastError})`;
  return `${id}  ${createdAt.toISOString()}  ${status.padEnd(7)}  ${address}  ${subject}${fault}`;
}

function shown(mail: KeptMail): string {
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
  const told = facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `${told.join('\n')}\n\n${text.trimEnd()}`;
}
