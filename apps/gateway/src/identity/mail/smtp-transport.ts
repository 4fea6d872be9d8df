import { Transporter, createTransport } from 'nodemailer';
import { Mail } from './mail';
import { senderAddress } from './smtp-address';

/** Injection token: an `SmtpTransport`, or null when no SMTP server is configured. */
export const SMTP_TRANSPORT = Symbol('smtp transport');

/** A try ends after this time, so that a slow server does not hold the next mail. Shorter than a mail's lease. */
const tryMs = 60_000;

/** Sends mails through an SMTP server. */
export class SmtpTransport {
  private readonly transporter: Transporter;
  private readonly domain: string;

  /**
   * @param smtpUrl as `smtpAddress` returns it
   * @param from sender, such as `Judgments <no-reply@example.com>`
   * @throws Error when `from` is not an address
   */
  constructor(
    smtpUrl: string,
    private readonly from: string,
  ) {
    this.domain = senderAddress(from).split('@')[1];
    this.transporter = createTransport(smtpUrl);
  }

  /** @throws the error of nodemailer, or Error when the server took longer than 60 s */
  async send({ id, address, subject, text, html }: Mail): Promise<void> {
    const sending = this.transporter.sendMail({
      from: this.from,
      to: { name: '', address },
      subject,
      text,
      html,
      messageId: `<${id}@${this.domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await waitWithin(tryMs, sending);
  }

  close(): void {
    this.transporter.close();
  }
}

async function waitWithin<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the server took longer than ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
