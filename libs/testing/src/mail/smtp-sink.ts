import { SMTPServer } from 'smtp-server';
import { AddressInfo } from 'node:net';

export interface SunkMail {
  to: string;
  /** The whole message as it came, lines that were broken for the way put together. */
  raw: string;
}

/** An SMTP server of its own on this machine that takes every mail; it may be down and come back at its port. */
export class SmtpSink {
  readonly mails: SunkMail[] = [];
  /** Addresses that it refuses for good. */
  readonly refused = new Set<string>();
  private server: SMTPServer | null = null;
  private port = 0;

  static async open(): Promise<SmtpSink> {
    const sink = new SmtpSink();
    await sink.up();
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        if (this.refused.has(address)) done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
        else done();
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', '');
          for (const { address: to } of envelope.rcptTo) this.mails.push({ to, raw });
          done();
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async down(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** To whom mails of an endpoint of that description came, in order of address. */
  toldOf(description: string, change = 'failing'): string[] {
    const words = new RegExp(`endpoint "${description}" of \\S+ is ${change}:`);
    return this.mails
      .filter(({ raw }) => words.test(raw))
      .map(({ to }) => to)
      .sort();
  }
}
