import { Logger, Loop, Metrics } from '@app/observability';
import { killPoint } from '@app/persistence';
import { SmtpTransport } from './smtp-transport';
import { MailStatus, mailStatuses } from './mail';
import { MailStore } from './mail.store';
import { failureOf, maxTries, waitAfterS } from './retry';

const idleMs = 2000;

/**
 * Sends what waits, one mail at a time. It has no say in readiness: a mail server that is away must not close the public
 * door; `mail_oldest_seconds` tells.
 */
export class MailSender {
  private readonly loop: Loop;
  private readonly outcomes;

  /** @param courier null when no SMTP server is configured: mails are kept for the operator */
  constructor(
    private readonly store: MailStore,
    private readonly courier: SmtpTransport | null,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.loop = new Loop({ name: 'mail', idleMs, logger, turn: () => this.turn() });
    this.outcomes = metrics.counter('mail_tries_total', 'Tries to send a mail, by outcome: sent, again, failed.', [
      'outcome',
    ]);
    metrics.gauge('mail_oldest_seconds', 'Age of the oldest mail that waits to be sent.', [], async (gauge) =>
      gauge.set((await store.measure()).oldestS),
    );
    metrics.gauge('mail_rows', 'Mails of the last 90 days, by status.', ['status'], async (gauge) => {
      const { counts } = await store.measure();
      for (const status of mailStatuses) gauge.set({ status }, counts.get(status) ?? 0);
    });
  }

  /** What becomes of a mail that is written now. */
  get statusOfNew(): MailStatus {
    return this.courier ? 'waiting' : 'kept';
  }

  start(): void {
    if (this.courier) this.loop.start();
    else this.logger.info('no SMTP_URL: mails are kept, `mails list` shows them');
  }

  wake(): void {
    this.loop.wake();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    this.courier?.close();
  }

  private async turn(): Promise<boolean> {
    const mail = this.courier && (await this.store.claim());
    if (!this.courier || !mail) return false;
    if (mail.attempts > maxTries) {
      // The process that made the last try ended in it.
      await this.store.tried(mail, 'the last try was never answered', null);
      return true;
    }
    const fault = await this.courier.send(mail).then(() => null, failureOf);
    await killPoint('gateway.mail.after-send');
    if (fault === null) {
      await this.store.sent(mail);
      this.outcomes.inc({ outcome: 'sent' });
      return true;
    }
    const waitS = waitAfterS(mail.attempts, fault);
    await this.store.tried(mail, fault.reason, waitS);
    this.outcomes.inc({ outcome: waitS === null ? 'failed' : 'again' });
    const about = { mail: mail.id, attempt: mail.attempts, reason: fault.reason };
    if (waitS === null)
      this.logger.error(about, 'a mail could not be sent: `mails show` tells, `mails retry` tries anew');
    else this.logger.warn(about, 'a mail is tried again');
    return true;
  }
}
