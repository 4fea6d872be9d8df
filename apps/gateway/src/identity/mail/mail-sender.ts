import { CONFIG, DATABASE, LOGGER, METRICS } from '@app/boot';
import { gatewayMetrics } from '@app/metrics';
import { type Logger, Metrics, Waker } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { insertLink, linkAddress } from '../session/link.store';
import { addressLinkContent, invitationContent, linkContent } from './link-content';
import { Mail, MailStatus, StoredMail, mailStatuses } from './mail';
import { logTry } from './mail-line';
import { claimMail, measureMails, recordFailedTry, recordSent } from './mail.store';
import { failureOf, maxTries, waitAfterS } from './retry';
import { SMTP_TRANSPORT, SmtpTransport } from './smtp-transport';

/**
 * Sends waiting mails, one at a time. Readiness does not depend on it, since a mail server that is away must not close
 * the public port; watch `mail_oldest_seconds` instead.
 */
@Injectable()
export class MailSender extends Waker {
  private readonly tries;

  /** @param transport null when no SMTP server is configured: mails are kept for the operator */
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SMTP_TRANSPORT) private readonly transport: SmtpTransport | null,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly settings: { publicUrl: string },
    @Inject(METRICS) metrics: Metrics,
  ) {
    super();
    if (!transport) logger.info('SMTP_URL is not set: mails are kept, and `mails list` shows them');
    this.tries = metrics.counter(gatewayMetrics.mailTries);
    const { mailOldest: oldest, mailRows: rows } = gatewayMetrics;
    metrics.measuredTogether({ oldest, rows }, async () => {
      const { oldestS, counts } = await measureMails(database);
      return {
        oldest: oldestS,
        rows: mailStatuses.map((status) => ({ labels: { status }, value: counts.get(status) ?? 0 })),
      };
    });
  }

  /** Whether mails are sent at all. */
  get sends(): boolean {
    return this.transport !== null;
  }

  /** The status that a mail gets when it is written now. */
  get statusOfNew(): MailStatus {
    return this.transport ? 'waiting' : 'kept';
  }

  close(): void {
    this.transport?.close();
  }

  /** @returns whether a mail was due */
  async turn(): Promise<boolean> {
    const { transport } = this;
    const mail = transport && (await claimMail(this.database));
    if (!transport || !mail) return false;
    // The process that made the last try ended before it recorded the result.
    if (mail.attempts > maxTries)
      await this.recordFailure(mail, { reason: 'the last try has no recorded result', waitS: null }, null);
    else await this.send(transport, mail);
    return true;
  }

  /** The mail as it is sent: one with a link gets a new link at each try. */
  private async writeMail(mail: Mail): Promise<Mail> {
    const { linkAccount: account, linkPurpose: purpose, organization, address } = mail;
    if (account === null) return mail;
    const token = await this.database.transaction('gateway.mail-link', (tx) =>
      insertLink(tx, { account, organization, purpose, madeBy: 'mail', email: address }),
    );
    const link = linkAddress(this.settings.publicUrl, token);
    if (purpose === 'invite') return { ...mail, ...invitationContent(mail.subject, link) };
    return { ...mail, ...(purpose === 'sign_in' ? linkContent(link) : addressLinkContent(link)) };
  }

  private async send(transport: SmtpTransport, mail: StoredMail): Promise<void> {
    const beganAtMs = performance.now();
    const failure = await transport.send(await this.writeMail(mail)).then(() => null, failureOf);
    const ms = Math.round(performance.now() - beganAtMs);
    await killPoint('gateway.mail.after-send');
    if (failure === null) {
      await recordSent(this.database, mail);
      this.tries.inc({ outcome: 'sent' });
      logTry(this.logger, mail, { outcome: 'sent', reason: null, waitS: null, ms });
      return;
    }
    const { reason } = failure;
    await this.recordFailure(mail, { reason, waitS: waitAfterS(mail.attempts, failure) }, ms);
  }

  /** @param ms how long the try took; null when its process ended before it recorded the result */
  private async recordFailure(
    mail: StoredMail,
    { reason, waitS }: { reason: string; waitS: number | null },
    ms: number | null,
  ): Promise<void> {
    await recordFailedTry(this.database, mail, { reason, waitS });
    const outcome = waitS === null ? 'failed' : 'again';
    if (ms !== null) this.tries.inc({ outcome });
    logTry(this.logger, mail, { outcome, reason, waitS, ms });
  }
}
