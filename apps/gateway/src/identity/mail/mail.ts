/** waiting: for its next try. kept: written while no SMTP server was configured, for the operator to read. */
export const mailStatuses = ['waiting', 'sent', 'failed', 'kept'] as const;
export type MailStatus = (typeof mailStatuses)[number];

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A mail to one address. */
export interface Mail extends MailContent {
  /** Organization id. */
  organization: string;
  /** `eml_…`, the same in every try, so that a receiver recognises a repeated mail. */
  id: string;
  address: string;
  /** The person whom a link in the mail signs in; the sender makes the link and its text. Null for any other mail. */
  linkAccount: string | null;
  /** What that link is for. */
  linkPurpose: 'sign_in' | 'change_email' | 'invite';
  /** Tries that have begun. */
  attempts: number;
}

/** A mail as stored. */
export interface StoredMail extends Mail {
  eventId: string;
  status: MailStatus;
  /** Why the latest try failed. */
  lastError: string | null;
  createdAt: Date;
  /** The moment, while it waits, at which the next try begins or the lease of the current try ends. */
  dueAt: Date;
  sentAt: Date | null;
}
