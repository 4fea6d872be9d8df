import { type Logger, type WorkFault, logWork } from '@app/observability';
import type { StoredMail } from './mail';

/** How a try ended. */
export interface EndedTry {
  outcome: 'sent' | 'again' | 'failed';
  /** Why the try failed; null when it did not. */
  reason: string | null;
  /** Seconds until the next try; null when there is none. */
  waitS: number | null;
  /** How long the try took; null when its process ended before it recorded the result. */
  ms: number | null;
}

const faults: Partial<Record<EndedTry['outcome'], WorkFault>> = {
  failed: {
    level: 'error',
    message: 'a mail could not be sent: `mails show` prints it, `mails retry` sends it again',
  },
  again: { level: 'warn', message: 'a mail could not be sent and will be tried again' },
};

/** The log's line of a try: it names neither the mail's address nor its subject. */
export function logTry(logger: Logger, mail: StoredMail, { outcome, reason, waitS, ms }: EndedTry): void {
  logWork(
    logger,
    'mail.tried',
    () => ({
      organization: mail.organization,
      mail: mail.id,
      event_id: mail.eventId,
      attempt: mail.attempts,
      outcome,
      reason,
      again_in_s: waitS,
      ms,
    }),
    faults[outcome],
  );
}
