import { Transporter, createTransport } from 'nodemailer';
import { Mail } from './mail';
import { senderAddress } from './smtp-address';

/** A try longer than this is given up: a server that drips must not hold the next mail. Shorter than the lease. */
const tryMs = 60_000;

/** Gives mails to an SMTP server. */
export class SmtpTransport {
  private readonly transport: Transporter;
  private readonly domain: string;

  /** @param smtpUrl made by `smtpAddress`. @throws Error when `from` is no address */
  constructor(
    smtpUrl: string,
    private readonly from: string,
  ) {
    this.domain = senderAddress(from).split('@')[1];
    this.transport = createTransport(smtpUrl);
  }

  /** @throws whatever nodemailer throws, and Error when the server took too long */
  async send({ id, address, subject, text, html }: Mail): Promise<void> {
    const sending = this.transport.sendMail({
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
    await within(tryMs, sending);
  }

  close(): void {
    this.transport.close();
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
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
