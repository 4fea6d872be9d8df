import { DocumentWritten } from '@app/contracts/documents';
import { JobView } from '@app/contracts/jobs';
import { ApiReply, Method, eventually } from '@app/testing/stack';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeOf } from './logged';
import { Scenario } from './scenario';

/** What clients wrote last into a document, as acknowledged. */
export interface Written {
  version: number;
  text: string;
}

const newDocuments = 3;
/** A client waits this long at most before it repeats what was refused for a moment, in milliseconds. */
const mostPauseMs = 500;

/**
 * Clients that write, read and query all the time, as programs do it: a request that is refused for a moment
 * (`Retry-After`) or meets no gateway is repeated with its key until it is answered.
 */
export class Traffic {
  /** By document. */
  readonly ledger = new Map<string, Written>();
  /** Texts that were sent last, by document: a read may show one whose answer is still on its way. */
  private readonly underWay = new Map<string, string>();
  /** Replies from which no client can go on; none when all is well. */
  readonly faults: string[] = [];
  /** How often requests were repeated, by cause. */
  readonly repeats = new Map<string, number>();
  private isGoing = true;
  /** Since when requests wait for an answer, repeats and jobs included. */
  private readonly open = new Map<string, number>();
  private readonly clients: Promise<void>[] = [];
  private batches = 0;

  constructor(
    private readonly scenario: Scenario,
    private readonly pauseMs: number,
  ) {}

  start(): void {
    this.clients.push(this.write('a'), this.write('b'), this.read());
  }

  /** Resolves when every request that was sent is answered. */
  async stop(): Promise<void> {
    this.isGoing = false;
    await Promise.all(this.clients);
  }

  /** Resolves when some more was written, and the newest of it judged. */
  async goesOn(): Promise<void> {
    const from = this.batches;
    await eventually(() => {
      const isOver = this.faults.length > 0 || this.batches > from + 1;
      if (!isOver) throw new Error(`${this.batches - from} batches; no reply to ${this.waiting()}`);
    }, 120_000);
    expect(this.faults).toEqual([]);
    const [newest = ''] = [...this.ledger.keys()].slice(-1);
    await this.scenario.fresh(newest, 'late', 120_000);
  }

  private waiting(): string {
    const ages = [...this.open].map(([request, since]) => `${request} for ${Math.round(performance.now() - since)} ms`);
    return ages.join(', ') || 'nothing';
  }

  private async write(client: string): Promise<void> {
    for (let n = 0; this.isGoing; n += 1) {
      const ids = Array.from({ length: newDocuments }, (_, i) => `${client}${n}-${i}`);
      // One that stands is written anew, by the client that wrote it.
      if (n > 0) ids.push(`${client}${Math.floor(n / 2)}-0`);
      const texts = new Map(ids.map((id) => [id, `${id} as of ${client}${n}`]));
      const upsert = ids.map((id) => ({ id, attributes: { live: true, client }, state: { text: texts.get(id) } }));
      for (const [id, text] of texts) this.underWay.set(id, text);
      const { documents } = await this.answered<DocumentWritten>('POST', '/documents', { upsert });
      for (const { id, version } of documents) this.ledger.set(id, { version, text: texts.get(id) ?? '' });
      this.batches += 1;
      await sleep(this.pauseMs);
    }
  }

  private async read(): Promise<void> {
    while (this.isGoing) {
      const known = [...this.ledger].slice(0, 1);
      for (const [id, { text }] of known) {
        const read = await this.answered<{ state: { text: string } }>('GET', `/documents/${id}?fresh=stored`);
        const may = [text, this.ledger.get(id)?.text, this.underWay.get(id)];
        if (!may.includes(read.state.text)) this.faults.push(`${id} read ${read.state.text}`);
      }
      const query = { filter: { 'answers.late.thresholds.bound': true }, limit: 20, include: ['answers'] };
      await this.answered('POST', '/query', query);
      await sleep(this.pauseMs);
    }
  }

  private async answered<T = unknown>(method: Method, path: string, body?: object): Promise<T> {
    const key = randomUUID();
    this.open.set(`${method} ${path} ${key}`, performance.now());
    const reply = await this.repeated<T>(method, path, body, path === '/documents' ? { 'Idempotency-Key': key } : {});
    this.open.delete(`${method} ${path} ${key}`);
    return reply;
  }

  private async repeated<T>(method: Method, path: string, body: unknown, headers: Record<string, string>): Promise<T> {
    for (;;) {
      const reply = await this.sent<T>(method, path, body, headers);
      if (reply === undefined) continue;
      if (reply.status === 202) return this.ended<T>((reply.body as { id: string }).id);
      if (reply.status < 300) return reply.body;
      const after = reply.headers['retry-after'];
      if (after === undefined) {
        this.faults.push(`${method} ${path}: ${reply.status} ${this.why(reply)}`);
        this.isGoing = false;
        throw new Error(this.faults.join('\n'));
      }
      this.count(`${reply.status}`);
      await sleep(Math.min(Number(after) * 1000, mostPauseMs));
    }
  }

  private why({ status, text }: ApiReply<unknown>): string {
    return status === 500 ? causeOf(this.scenario.stack, text) : text;
  }

  /** @returns undefined when the connection broke or nobody listened */
  private async sent<T>(method: Method, path: string, body: unknown, headers: Record<string, string>) {
    try {
      return (await this.scenario.call<T>(method, path, body, { headers })) as ApiReply<T>;
    } catch (error) {
      this.count((error as { code?: string }).code ?? String(error));
      await sleep(mostPauseMs / 5);
      return undefined;
    }
  }

  private ended<T>(job: string): Promise<T> {
    return eventually(async () => {
      const { body } = await this.scenario.stack.api<JobView>('GET', `/jobs/${job}`);
      if (body.status !== 'done') throw new Error(`${job} is ${body.status}`);
      return body.result as T;
    }, 120_000);
  }

  private count(cause: string): void {
    this.repeats.set(cause, (this.repeats.get(cause) ?? 0) + 1);
  }
}
