import { MailStatus, mailStatuses } from './mail';

/** An operator's command about mails. */
export type MailOrder =
  | { kind: 'mail-list'; organization: string | null; status: MailStatus | null; json: boolean }
  | { kind: 'mail-show'; id: string }
  | { kind: 'mail-retry'; id: string };

export const mailUsage = `  mails list [--org NAME] [--status ${mailStatuses.join('|')}] [--json]
  mails show MAIL_ID
  mails retry MAIL_ID`;

interface MailWords {
  verb: string | undefined;
  id: string | undefined;
  values: { org?: string; status?: string; json?: boolean };
}

/**
 * Parses the words after `mails`.
 * @returns null when they are not a command
 * @throws Error with one sentence when a value is wrong
 */
export function readMailOrder({ verb, id, values }: MailWords): MailOrder | null {
  if (verb === 'list' && id === undefined) {
    const status = mailStatuses.find((one) => one === values.status) ?? null;
    if (values.status !== undefined && status === null)
      throw new Error(`--status must be one of ${mailStatuses.join(', ')}.`);
    return { kind: 'mail-list', organization: values.org ?? null, status, json: values.json === true };
  }
  if (verb !== 'show' && verb !== 'retry') return null;
  if (!id || !/^eml_[0-9a-f]{32}$/.test(id))
    throw new Error('MAIL_ID must be an id as `mails list` shows it: eml_ and 32 hexadecimal digits.');
  return { kind: `mail-${verb}`, id };
}
