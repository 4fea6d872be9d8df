import { UsageReport } from '@app/contracts/billing';
import { DocumentsView } from '@app/contracts/documents';
import { HistoryList } from '@app/contracts/judgments';
import { eventually } from '@app/testing/stack';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Scenario } from './scenario';

const batch = 5;
/** Documents that one request reads: one a document was two thirds of what a check cost. */
const perRead = 50;
const writers = 4;
/** How long clients are left to themselves before the clock moves past what holds them, in milliseconds. */
const unmovedMs = 1_000;

/** Documents written under load by clients that retry with their key, and what they were told. */
export class Load {
  /** By document: version and text as last acknowledged. */
  private readonly ledger = new Map<string, { version: number; text: string }>();
  private acknowledged = 0;
  private rounds = 0;

  constructor(
    readonly scenario: Scenario,
    private readonly count: number,
    /** How long a client sends a request again, in milliseconds. */
    private readonly untilAnsweredMs = 120_000,
  ) {}

  /** Writes every document anew; resolves when all are acknowledged. */
  async write(): Promise<void> {
    const round = this.rounds++;
    const ids = Array.from({ length: this.count }, (_, i) => `doc${i}`);
    const batches = Array.from({ length: Math.ceil(ids.length / batch) }, (_, i) =>
      ids.slice(i * batch, (i + 1) * batch),
    );
    const one = async (): Promise<void> => {
      for (let next = batches.shift(); next; next = batches.shift()) {
        const texts = new Map(next.map((id) => [id, `${this.scenario.namespace} ${id} round ${round}`]));
        const upsert = next.map((id) => ({ id, attributes: { live: true }, state: { text: texts.get(id) } }));
        const { documents } = await this.send<{ documents: { id: string; version: number }[] }>('POST', '/documents', {
          upsert,
        });
        for (const { id, version } of documents) this.ledger.set(id, { version, text: texts.get(id) ?? '' });
        this.acknowledged += next.length;
      }
    };
    await Promise.all(Array.from({ length: writers }, one));
  }

  async patchThreshold(bound: number): Promise<void> {
    await this.send('PATCH', '/judgments/late', { thresholds: { bound } });
    const { documents } = await eventually(() => this.scenario.query({ include: ['answers'], limit: 100 }));
    for (const { answers } of documents) {
      const { p, thresholds } = answers?.['late'] ?? { p: null, thresholds: null };
      expect(thresholds).toEqual({ bound: p !== null && Number(p) >= bound });
    }
  }

  /** Documents acknowledged so far, each as often as it was written. */
  get acknowledgedCount(): number {
    return this.acknowledged;
  }

  async untilAcknowledged(count: number): Promise<void> {
    await eventually(() => {
      if (this.acknowledged < count) throw new Error(`${this.acknowledged} of ${count} acknowledged`);
    }, 120_000);
  }

  private send<T>(method: 'POST' | 'PATCH', path: string, body: object): Promise<T> {
    return untilAnswered(this.scenario, method, path, body, this.untilAnsweredMs);
  }

  /** The invariants: present, judged at the last version, billed once an answer, told once. */
  async check(): Promise<void> {
    expect(this.ledger.size).toBe(this.count);
    let answers = 0;
    await this.judged();
    for (const [id, { version }] of this.ledger) {
      const path = `/documents/${id}/answers/late/history`;
      const { answers: kept } = await eventually(() => this.scenario.ok<HistoryList>('GET', path));
      expect(kept.filter(({ document_version: at }) => at === version)).toHaveLength(1);
      answers += kept.length;
    }
    await eventually(async () => {
      const prefix = encodeURIComponent(this.scenario.namespace);
      const { body } = await this.scenario.stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
      expect(body.judgment_units).toBe(answers);
    }, 60_000);
    const enteredEvents = await eventually(async () => {
      const events = await this.scenario.events();
      if (events.length < this.count) throw new Error(`${events.length} of ${this.count} events`);
      return events;
    }, 60_000);
    expect(new Set(enteredEvents.map(({ id }) => id)).size).toBe(enteredEvents.length);
    const entered = enteredEvents.map(({ data }) => (data as { document: string }).document);
    expect([...entered].sort()).toEqual([...this.ledger.keys()].sort());
  }

  /** Resolves when every document is as it was acknowledged, with a fresh answer of that version. */
  private async judged(): Promise<void> {
    const wanted = [...this.ledger];
    for (let from = 0; from < wanted.length; from += perRead) {
      const part = wanted.slice(from, from + perRead);
      const states = part.map(([id, { version, text }]) => ({
        id,
        version,
        state: { text },
        answers: { late: { status: 'fresh', document_version: version } },
      }));
      const body = { ids: part.map(([id]) => id), fresh: 'stored' };
      const read = await eventually(async () => {
        const { documents } = await this.scenario.ok<DocumentsView>('POST', '/documents/get', body);
        const waits = documents.find(({ answers }) => answers?.['late']?.status !== 'fresh');
        if (waits) throw new Error(`${waits.id} is ${JSON.stringify(waits.answers)}`);
        return documents;
      }, 90_000);
      expect(read).toMatchObject(states);
    }
  }
}

/**
 * Resolves when what is being written is acknowledged. A request that a process or a database took with it leaves its key behind for
 * a lease of 40 s, in which its client is refused some hundred times: the clock moves past it instead, until all are through.
 * @param leasesEnd moves the clock past every lease
 */
export async function untilWritten(written: Promise<unknown>, leasesEnd: () => Promise<void>): Promise<void> {
  let isOver = false;
  const ended = written.finally(() => (isOver = true));
  while (!isOver) {
    const rest = new AbortController();
    await Promise.race([ended, sleep(unmovedMs, undefined, { signal: rest.signal }).catch(() => undefined)]);
    rest.abort();
    if (!isOver) await leasesEnd();
  }
}

/** As a client does it: one key for one request, again until it is answered, and a job until it is done. */
export function untilAnswered<T>(
  scenario: Scenario,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
  limitMs = 120_000,
): Promise<T> {
  const headers = { 'Idempotency-Key': randomUUID() };
  return eventually(
    async () => {
      const reply = await scenario.call<T>(method, path, body, { headers });
      if (reply.status === 202) return untilDone<T>(scenario, (reply.body as { id: string }).id);
      if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text}`);
      return reply.body;
    },
    limitMs,
    100,
  );
}

function untilDone<T>({ stack }: Scenario, job: string): Promise<T> {
  return eventually(async () => {
    const { body } = await stack.api<{ status: string; result: T }>('GET', `/jobs/${job}`);
    if (body.status !== 'done') throw new Error(`job ${body.status}`);
    return body.result;
  }, 60_000);
}
