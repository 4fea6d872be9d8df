import { DocumentWritten } from '@app/contracts/documents';
import { EventList } from '@app/contracts/events';
import { patient } from '@app/testing/stack';
import type { ApiReply, Method } from '@app/testing/stack';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Scenario } from '../scenario/scenario';

const clients = 16;
const documents = 400;
const teams = 7;
const cutRestMs = 200;
/** A call that is cut for longer is a fault. */
const longestCutMs = patient(60_000);

/** A steady load of every kind of call: most are writes over the same documents, each of which is judged. */
export class MixedLoad {
  /** By document: what was acknowledged last; null once it is deleted. */
  readonly ledger = new Map<string, { version: number; text: string } | null>();
  /** Replies that no client understands; none when all is well. */
  readonly faults: string[] = [];
  calls = 0;
  writes = 0;
  /** Answered with Retry-After, and sent again. */
  refused = 0;
  /** Calls whose connection was cut, and that were sent again: writes with the same key. */
  cut = 0;
  /** Whether processes are killed meanwhile, so that a cut connection is no fault. */
  mayBeCut = false;
  private isGoing = false;
  private running: Promise<unknown> = Promise.resolve();
  private turn = 0;
  private cursor = 'latest';

  /** @param perSecond calls a second, if the service and the machine keep up */
  constructor(
    private readonly scenario: Scenario,
    private readonly perSecond: number,
  ) {}

  start(): void {
    this.isGoing = true;
    const beganAt = performance.now();
    let sent = 0;
    const client = async (own: number): Promise<void> => {
      while (this.isGoing && this.faults.length === 0) {
        const dueInMs = beganAt + (sent++ / this.perSecond) * 1000 - performance.now();
        if (dueInMs > 0) await sleep(dueInMs);
        await this.call(own, this.turn++).catch((error: unknown) => this.faults.push(String(error)));
      }
    };
    this.running = Promise.all(Array.from({ length: clients }, (_, own) => client(own)));
  }

  /** Resolves when every call is answered. */
  async rest(): Promise<void> {
    this.isGoing = false;
    await this.running;
  }

  /** @param own number of the client: a document is written by one client alone, so its last write is known */
  private async call(own: number, turn: number): Promise<void> {
    const id = `d${(turn * clients + own) % documents}`;
    switch (turn % 20) {
      case 12:
      case 13:
        return void (await this.answered('GET', `/documents/${id}?fresh=stored`, undefined, [404]));
      case 14: {
        const query = { filter: { 'attributes.team': turn % teams }, limit: 20, include: ['answers'] };
        return void (await this.answered('POST', '/query', query));
      }
      case 15: {
        const ids = Array.from({ length: 20 }, (_, i) => `d${(turn + i) % documents}`);
        return void (await this.answered('POST', '/documents/get', { ids, fresh: 'stored' }));
      }
      case 16:
        return this.follow();
      case 17:
        return this.erase(id);
      case 18:
        return void (await this.answered('PATCH', '/judgments/late', { thresholds: { alarm: (1 + (turn % 9)) / 10 } }));
      case 19:
        return void (await this.answered('GET', `/groups/teams?limit=10`));
      default:
        return this.write(id, turn);
    }
  }

  private async write(id: string, turn: number): Promise<void> {
    const text = `${this.scenario.namespace} ${id} at ${turn}`;
    const attributes = { live: turn % 2 === 0, team: turn % teams };
    const { documents } = await this.answered<DocumentWritten>('POST', '/documents', {
      upsert: [{ id, attributes, state: { text } }],
    });
    this.writes += 1;
    this.ledger.set(id, { version: documents[0].version, text });
  }

  private async erase(id: string): Promise<void> {
    await this.answered('POST', '/documents', { delete: [{ id }] });
    this.writes += 1;
    this.ledger.set(id, null);
  }

  private async follow(): Promise<void> {
    const path = `/events?limit=100&cursor=${this.cursor}`;
    const { next_cursor: next } = await this.repeated(() => this.scenario.stack.api<EventList>('GET', path));
    this.cursor = next ?? this.cursor;
  }

  private answered<T>(method: Method, path: string, body?: object, also: number[] = []): Promise<T> {
    const headers: Record<string, string> = method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() };
    return this.repeated(() => this.scenario.call<T>(method, path, body, { headers }), also);
  }

  private async repeated<T>(send: () => Promise<ApiReply<T>>, also: number[] = []): Promise<T> {
    const giveUpAt = performance.now() + longestCutMs;
    for (;;) {
      const reply = await send().catch((error: unknown) => {
        if (!this.mayBeCut || performance.now() > giveUpAt) throw error;
      });
      if (!reply) {
        this.cut += 1;
        await sleep(cutRestMs);
        continue;
      }
      this.calls += 1;
      if (reply.status < 300 || also.includes(reply.status)) return reply.body;
      const after = reply.headers['retry-after'];
      if (after === undefined) throw new Error(`${reply.status} ${reply.text}`);
      this.refused += 1;
      await sleep(Math.min(Number(after), 1) * 1000);
    }
  }
}
