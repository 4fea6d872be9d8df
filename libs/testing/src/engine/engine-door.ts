import { request } from 'undici';
import type { SimConfig } from '../simulator';
import type { TappedAsk } from './tap';

/** The simulated engine of a stack, from any process: what it was asked, and how it shall behave. */
export class EngineDoor {
  constructor(private readonly url: string) {}

  /** Asks whose body holds `text`, after the nth. */
  asks(text = '', after = 0): Promise<TappedAsk[]> {
    return this.call('POST', '/__tap/asks', { text, after }) as Promise<TappedAsk[]>;
  }

  /** How many asks there were so far. */
  async count(text = ''): Promise<number> {
    return (await this.asks(text)).length;
  }

  /** Asks arrive and wait until `release`. */
  async hold(): Promise<void> {
    await this.call('POST', '/__tap/hold');
  }

  async release(): Promise<void> {
    await this.call('POST', '/__tap/release');
  }

  async set(config: Partial<SimConfig>): Promise<void> {
    await this.call('PUT', '/__sim/config', config);
  }

  /** Faults of the next requests, one each. */
  async queue(faults: string[]): Promise<void> {
    await this.call('POST', '/__sim/queue', faults);
  }

  private async call(method: 'POST' | 'PUT', path: string, body: unknown = {}): Promise<unknown> {
    const reply = await request(`${this.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await reply.body.json();
    if (reply.statusCode !== 200) throw new Error(`The simulator refused ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}
