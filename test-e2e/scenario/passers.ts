import { Scenario } from './scenario';

const kinds = ['read', 'write', 'query'] as const;
const documents = 100;

/** Clients of another namespace, one request after the other each, and how long requests took. */
export class Passers {
  private tookMs: number[] = [];
  private isOver = false;
  /** Statuses of requests that failed by the service's fault, other than a refusal for now. */
  readonly failures: number[] = [];

  constructor(
    private readonly scenario: Scenario,
    private readonly clients: number,
  ) {}

  /** Sends until `end`. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.clients }, (_, client) => this.send(client)));
  }

  end(): void {
    this.isOver = true;
  }

  /** How many requests were answered since the last `p99`. */
  get answered(): number {
    return this.tookMs.length;
  }

  /** The 99th percentile in milliseconds of what was answered since the last call. */
  p99(): number {
    const sorted = this.tookMs.sort((a, b) => a - b);
    this.tookMs = [];
    return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  }

  private async send(client: number): Promise<void> {
    for (let n = client; !this.isOver; n += this.clients) {
      const from = performance.now();
      const { status } = await this.one(kinds[n % kinds.length], n);
      if (status < 500) this.tookMs.push(performance.now() - from);
      else if (status !== 503) this.failures.push(status);
    }
  }

  private one(kind: (typeof kinds)[number], n: number): Promise<{ status: number }> {
    const id = `d${n % documents}`;
    if (kind === 'read') return this.scenario.call('GET', `/documents/${id}?fresh=stored`);
    if (kind === 'query') return this.scenario.call('POST', '/query', { limit: 10 });
    return this.scenario.call('POST', '/documents', { upsert: [{ id, state: { text: `text ${n}` } }] });
  }
}
