import { setImmediate as turn } from 'node:timers/promises';

const mostMs = 50;

/** Lets other work of the process in between pieces of a long calculation. */
export class Breather {
  private sinceMs = performance.now();

  async pause(): Promise<void> {
    if (performance.now() - this.sinceMs < mostMs) return;
    await turn();
    this.sinceMs = performance.now();
  }
}
