import { sign } from '@app/signing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';

/** What a delivery is made of. */
export interface PostedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: object;
}

/** As many as the service has under way to one endpoint. */
export const inFlight = 16;

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

/** Signs and posts over kept TLS connections, and nothing else: no guard, no record, no second attempt. */
export class Poster {
  private readonly pool: Pool;

  /** @param receiver such as `https://hooks.example.com:40123`, which stands on loopback */
  constructor(receiver: string) {
    const { hostname, port } = new URL(receiver);
    const ca = readFileSync(join(process.cwd(), 'libs/egress/fixtures/tls/authority.cert.pem'), 'utf8');
    this.pool = new Pool(`https://127.0.0.1:${port}`, {
      connections: inFlight,
      pipelining: 1,
      connect: { ca, servername: hostname },
    });
  }

  /** @throws Error for any answer but a 2xx */
  async post(event: PostedEvent): Promise<void> {
    const body = JSON.stringify(event);
    const timestampS = Math.floor(Date.now() / 1000);
    const response = await this.pool.request({
      method: 'POST',
      path: '/in',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': sign({ id: event.id, timestampS, body, secrets: [secret] }),
      },
      body,
    });
    await response.body.text();
    if (response.statusCode >= 300) throw new Error(`the receiver answered ${response.statusCode}`);
  }

  /** All of them, `inFlight` at once. */
  async postAll(events: PostedEvent[]): Promise<void> {
    let next = 0;
    const loop = async (): Promise<void> => {
      while (next < events.length) await this.post(events[next++]);
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
