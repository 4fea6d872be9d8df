import type { Service } from '@app/contracts';
import { UsageReport } from '@app/contracts/billing';
import { eventually } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { Passers } from './passers';
import { Orders, confirmed, lateJudgment } from './related';
import { Scenario } from './scenario';

const page = 500;
/** Requests before the change, by which later ones are judged. */
const idleRequests = 300;
/** Asks that may be on their way when judgments is killed, in the short form of a part of all; each may be sent again. */
const mostInFlight = { asks: 1_000, share: 2 / 3 };
const longestMs = 7_200_000;
/** Between two looks at the bill and at the count: few documents are judged in less than a second. */
const pollMs = process.env.LONG === '1' ? 1_000 : 250;
/** Documents of one step of the walk, as `documents` takes them. */
const chunk = 250;

const idOf = (n: number): string => `p${Math.floor(n / page)}-${n % page}`;

export interface Spreading {
  /** How long the write took that all others follow, in milliseconds. */
  writeMs: number;
  /** 99th percentiles of other requests in milliseconds: before the change, and the worst stretch until all is fresh. */
  idleMs: number;
  meanwhileMs: number;
}

/** One document at which many point, while services are killed. */
export class LargeFanout {
  private readonly orders: Orders;
  private readonly passers: Passers;

  constructor(
    private readonly stack: Stack,
    private readonly count: number,
    /** Who use another namespace meanwhile; without any, nothing is measured. */
    private readonly clients: number,
    /** Moves the time past every lease of a killed process. */
    private readonly leasesEnd: () => Promise<void>,
  ) {
    this.orders = new Orders(new Scenario(stack, 'large/fanout'));
    this.passers = new Passers(new Scenario(stack, 'large/passers'), clients);
  }

  /** Writes the documents, and waits until each has its first answer. */
  async arrange(): Promise<void> {
    const { scenario } = this.orders;
    await scenario.write({ upsert: [{ id: 'cust:1', state: { tier: 'gold' } }] });
    await confirmed((definition) => scenario.judgment(definition), lateJudgment({ rolling_limit: this.count }));
    for (let from = 0; from < this.count; from += page) {
      const numbers = Array.from({ length: Math.min(page, this.count - from) }, (_, i) => from + i);
      await scenario.write({ upsert: numbers.map((n) => this.orders.order(idOf(n), 'cust:1')) });
    }
    await this.untilFresh(this.count);
  }

  /** Changes the document at which all point, and kills both services while the change spreads. */
  async spread(): Promise<Spreading> {
    const passing = this.passers.run();
    try {
      const enough = this.clients > 0 ? idleRequests : 0;
      await eventually(() => expect(this.passers.answered).toBeGreaterThanOrEqual(enough), 60_000);
      const idleMs = this.passers.p99();
      // In the middle of the walk, with some steps behind it and others before it.
      const nth = Math.max(2, Math.floor((0.2 * this.count) / chunk));
      await this.stack.services.arm('documents', { point: 'documents.fanout.claimed', mode: 'kill', nth });
      const from = performance.now();
      await this.orders.setTier('cust:1', 'lead');
      const writeMs = performance.now() - from;
      const worst: number[] = [];
      await this.stack.services.untilGone('documents');
      worst.push(this.passers.p99());
      await this.startAgain('documents');
      await this.untilJudged(this.count + Math.floor(this.count * 0.25));
      worst.push(this.passers.p99());
      await this.stack.services.kill('judgments');
      await this.startAgain('judgments');
      await this.untilFresh(2 * this.count);
      return { writeMs, idleMs, meanwhileMs: Math.max(...worst, this.passers.p99()) };
    } finally {
      this.passers.end();
      await passing;
      expect(this.passers.failures).toEqual([]);
    }
  }

  private async startAgain(service: Service): Promise<void> {
    await this.stack.services.start(service);
    await this.leasesEnd();
    this.passers.p99(); // requests that waited for the killed service
  }

  /** The engine saw the new text of every document, hardly any twice, and each answer was billed once. */
  async check(): Promise<void> {
    const { scenario } = this.orders;
    const asked = new Map<string, number>();
    // Page by page: what was asked about all of them would be one very long reply.
    for (let n = 0; n * page < this.count; n++) {
      for (const { body } of await this.stack.engine.asks(`order p${n}-`)) {
        const [, id] = /order (p\d+-\d+) of (\S+)\./.exec(body) ?? [];
        if (body.includes(scenario.namespace) && body.includes('lead')) asked.set(id, (asked.get(id) ?? 0) + 1);
      }
    }
    expect(asked.size).toBe(this.count);
    const asks = [...asked.values()].reduce((sum, one) => sum + one, 0);
    expect(asks).toBeLessThanOrEqual(this.count + Math.min(mostInFlight.asks, mostInFlight.share * this.count));
    await eventually(async () => expect(await this.judged()).toBe(2 * this.count), 60_000);
    expect(await scenario.events('judgment.*')).toEqual([]);
  }

  /** How often a document was judged, by what was billed: its figure costs nothing to read. */
  private async judged(): Promise<number> {
    const prefix = encodeURIComponent(this.orders.scenario.namespace);
    const { body } = await this.stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
    return body.judgment_units;
  }

  private async untilJudged(least: number): Promise<void> {
    await eventually(async () => expect(await this.judged()).toBeGreaterThanOrEqual(least), longestMs, pollMs);
  }

  /**
   * Until all are fresh. The bill says first when that can be: a count looks at every document, and counting 300,000
   * again and again slows down the judging for which it waits.
   */
  private async untilFresh(judged: number): Promise<void> {
    await this.untilJudged(judged);
    const filter = { 'attributes.customer': 'cust:1', 'answers.late.status': 'fresh' };
    const body = { filter, count: true, limit: 1, include: [] };
    const counts = async (): Promise<void> => {
      expect((await this.orders.scenario.query(body)).count).toBe(this.count);
    };
    await eventually(counts, longestMs, pollMs);
  }
}
