import type { MailStatus } from './mail';

/** An operator's command about mails. */
export type MailOrder =
  | { kind: 'mail-list'; organization: string | null; status: MailStatus | null; json: boolean }
  | { kind: 'mail-show'; id: string }
  | { kind: 'mail-retry'; id: string };
