import { Pool } from 'undici';

/** How strangers try to sign in. */
export interface FloodForm {
  /** Attempts under way at once; each one that is answered is followed by another. */
  senders: number;
  /** Connections that they share: with fewer than senders, requests are sent before the replies to those ahead of them. */
  connections: number;
  /** Network addresses that the proxy says they come from. */
  addresses: number;
  /** The address of the n-th attempt. */
  emailOf(attempt: number): string;
}

/** Attempts by password that are all wrong, by senders that wait for their replies. */
export class Flood {
  /** How many were answered by each status. */
  readonly statuses = new Map<number, number>();
  private sent = 0;
  private isOver = false;
  private readonly client: Pool;
  private readonly senders: Promise<void>[];

  constructor(
    port: number,
    private readonly form: FloodForm,
  ) {
    const { senders, connections } = form;
    this.client = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: Math.ceil(senders / connections) });
    this.senders = Array.from({ length: senders }, (_, sender) => this.send(sender));
  }

  /** How many were answered. */
  get answered(): number {
    return [...this.statuses.values()].reduce((sum, one) => sum + one, 0);
  }

  /** The senders go away without the replies that they wait for. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.client.destroy();
    await Promise.all(this.senders);
  }

  private async send(sender: number): Promise<void> {
    const { addresses, emailOf } = this.form;
    const place = sender % addresses;
    const headers = {
      'content-type': 'application/json',
      origin: 'http://127.0.0.1:8080',
      'x-forwarded-for': `203.0.${Math.floor(place / 250)}.${place % 250}`,
    };
    while (!this.isOver) {
      const body = JSON.stringify({ email: emailOf(this.sent++), password: 'a guess at a password' });
      // Named idempotent: undici sends it on a connection whose earlier requests wait for their replies.
      const request = { method: 'POST', path: '/v1/sessions', headers, body, idempotent: true } as const;
      try {
        const reply = await this.client.request(request);
        await reply.body.dump();
        this.statuses.set(reply.statusCode, (this.statuses.get(reply.statusCode) ?? 0) + 1);
      } catch (error) {
        if (!this.isOver) throw error;
      }
    }
  }
}
