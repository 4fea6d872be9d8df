import { StackClient, eventually } from '@app/testing/stack';
import { setTimeout as sleep } from 'node:timers/promises';

const clients = 6;
const pollMs = 100;

/** Clients behind a balancer, which asks each gateway whether it is ready and sends nothing to one that is not. */
export class BalancedWrites {
  /** Ids of documents whose write was acknowledged. */
  readonly written: string[] = [];
  readonly refused: { status: number; retryAfterS: number | null }[] = [];
  private ready: number[] = [];
  private turn = 0;
  private next = 0;
  private ended = false;

  constructor(
    private readonly stack: StackClient,
    private readonly namespace: string,
  ) {}

  /** Writes one document after the other until `end`. @throws when a request is dropped instead of answered */
  async write(): Promise<void> {
    await this.look();
    const looking = this.keepLooking();
    await Promise.all(Array.from({ length: clients }, () => this.client()));
    await looking;
  }

  end(): void {
    this.ended = true;
  }

  /** Waits until so many more requests were answered. */
  async untilAnswered(more: number): Promise<void> {
    const goal = this.answered + more;
    await eventually(() => {
      if (this.answered < goal) throw new Error(`${goal - this.answered} more requests have to be answered`);
    }, 120_000);
  }

  private get answered(): number {
    return this.written.length + this.refused.length;
  }

  private async client(): Promise<void> {
    const path = `/namespaces/${encodeURIComponent(this.namespace)}/documents`;
    while (!this.ended) {
      const id = `d${this.next++}`;
      const gateway = this.stack.apis[this.ready[this.turn++ % this.ready.length]];
      const body = { upsert: [{ id, attributes: { live: true }, state: { text: id } }] };
      const { status, headers } = await gateway.call('POST', path, body);
      if (status === 200) this.written.push(id);
      else this.refused.push({ status, retryAfterS: headers['retry-after'] ? Number(headers['retry-after']) : null });
    }
  }

  private async keepLooking(): Promise<void> {
    while (!this.ended) {
      await sleep(pollMs);
      await this.look();
    }
  }

  private async look(): Promise<void> {
    const asked = this.stack.apis.map(async (_, replica) => {
      const address = await this.stack.adminAddress('gateway', replica);
      return fetch(`http://${address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    const answers = await Promise.all(asked);
    this.ready = answers.flatMap((isReady, replica) => (isReady ? [replica] : []));
  }
}
