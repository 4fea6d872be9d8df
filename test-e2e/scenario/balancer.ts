import { Api, StackClient } from '@app/testing/stack';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 100;

/** Asks each gateway whether it is ready, and sends nothing to one that is not. */
export class Balancer {
  private ready: number[] = [];
  private turn = 0;

  constructor(private readonly stack: StackClient) {}

  /** The gateway whose turn it is. */
  get next(): Api {
    return this.stack.apis[this.ready[this.turn++ % this.ready.length]];
  }

  async look(): Promise<void> {
    const asked = this.stack.apis.map(async (_, replica) => {
      const address = await this.stack.adminAddress('gateway', replica);
      return fetch(`http://${address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    const answers = await Promise.all(asked);
    const ready = answers.flatMap((isReady, replica) => (isReady ? [replica] : []));
    // While none says that it is ready, as on a machine that is busy for a moment, those that did before are asked.
    if (ready.length > 0) this.ready = ready;
  }

  async keepLooking(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await sleep(pollMs);
      await this.look();
    }
  }
}
