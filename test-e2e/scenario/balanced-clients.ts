import { DocumentView } from '@app/contracts/documents';
import { ApiReply, StackClient, eventually } from '@app/testing/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from './balancer';

const isLong = process.env.LONG === '1';
/** Clients of each kind: those that write, read, wait for a fresh answer, and wait for an event. */
const clients = isLong ? { write: 6, read: 2, fresh: 2, event: 1 } : { write: 3, read: 1, fresh: 1, event: 1 };
/** Between two requests of a client: the short form leaves the processors to others. */
const pauseMs = isLong ? 0 : 300;
type Kind = keyof typeof clients;

export interface Refusal {
  kind: Kind;
  status: number;
  retryAfterS: number | null;
  /** The document of a write. */
  id?: string;
}

/** Clients behind a balancer, each with one request after the other. */
export class BalancedClients {
  /** Ids of documents whose write was acknowledged. */
  readonly written: string[] = [];
  readonly refused: Refusal[] = [];
  /** How many requests of each kind had the reply that they asked for. */
  readonly answered: Record<Kind, number> = { write: 0, read: 0, fresh: 0, event: 0 };
  /** Replies that say 200 and are not what was asked for. */
  readonly wrong: string[] = [];
  private readonly balancer: Balancer;
  private readonly at: string;
  private next = 0;
  private ended = false;

  constructor(stack: StackClient, namespace: string) {
    this.balancer = new Balancer(stack);
    this.at = `/namespaces/${encodeURIComponent(namespace)}/documents`;
  }

  /** Sends requests until `end`. @throws when a request is dropped instead of answered */
  async run(): Promise<void> {
    await this.balancer.look();
    const looking = this.balancer.keepLooking(() => this.ended);
    const running = Object.entries(clients).flatMap(([kind, count]) =>
      Array.from({ length: count }, () => this.client(kind as Kind)),
    );
    await Promise.all(running);
    await looking;
  }

  end(): void {
    this.ended = true;
  }

  /** Waits until so many more writes were answered, and a request of each other kind. */
  async untilAnswered(more: number): Promise<void> {
    const goals = Object.entries(this.answered).map(([kind, count]) => [kind, count + (kind === 'write' ? more : 1)]);
    await eventually(() => {
      const rest = goals.filter(([kind, goal]) => this.answered[kind as Kind] < Number(goal));
      if (rest.length > 0)
        throw new Error(`more requests have to be answered: ${JSON.stringify([rest, this.answered])}`);
    }, 120_000);
  }

  private async client(kind: Kind): Promise<void> {
    // There is something to read once a write was answered.
    if (kind !== 'write') await eventually(() => expect(this.written.length).toBeGreaterThan(0), 60_000);
    while (!this.ended) {
      await this[kind]();
      await sleep(pauseMs);
    }
  }

  private async write(): Promise<void> {
    const id = `d${this.next++}`;
    const body = { upsert: [{ id, attributes: { live: true }, state: { text: id } }] };
    if (this.take('write', await this.balancer.next.call('POST', this.at, body), id)) this.written.push(id);
  }

  private async read(): Promise<void> {
    const id = this.written[0];
    const reply = await this.balancer.next.call<DocumentView>('GET', `${this.at}/${id}?fresh=stored`);
    if (this.take('read', reply) && reply.body.id !== id) this.wrong.push(reply.text);
  }

  private async fresh(): Promise<void> {
    const id = this.written[this.written.length - 1];
    const reply = await this.balancer.next.call<DocumentView>('GET', `${this.at}/${id}?fresh=require`);
    if (this.take('fresh', reply) && reply.body.answers?.['late'].status !== 'fresh') this.wrong.push(reply.text);
  }

  private async event(): Promise<void> {
    const { body } = await this.balancer.next.call('GET', '/events?cursor=latest');
    const cursor = encodeURIComponent(String(body['next_cursor']));
    this.take('event', await this.balancer.next.call('GET', `/events?cursor=${cursor}&wait=5`));
  }

  /** @returns whether the request had its answer */
  private take(kind: Kind, { status, headers }: ApiReply<unknown>, id?: string): boolean {
    if (status === 200) {
      this.answered[kind] += 1;
      return true;
    }
    this.refused.push({
      kind,
      status,
      retryAfterS: headers['retry-after'] ? Number(headers['retry-after']) : null,
      id,
    });
    return false;
  }
}
