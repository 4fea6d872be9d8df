/** `kept`: written while no SMTP server was configured, for the operator to read. */
export const mailStatuses = ['waiting', 'sent', 'failed', 'kept'] as const;
export type MailStatus = (typeof mailStatuses)[number];

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** What is sent to one address. */
export interface Mail extends MailContent {
  /** `eml_..`; the same in every try, so that a receiver can tell a repeated one. */
  id: string;
  address: string;
  /** Tries made, the one under way included. */
  attempts: number;
}

/** A mail as the operator sees it. */
export interface KeptMail extends Mail {
  eventId: string;
  organization: string;
  status: MailStatus;
  /** Why the latest try failed. */
  lastError: string | null;
  createdAt: Date;
  /** When it is tried next, or would be, while it waits. */
  dueAt: Date;
  sentAt: Date | null;
}
