import type { SimConfig } from './config';

/** Lets so many requests in at a time; further ones wait or are shed. */
export class Turnstile {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  async pass(
    limit: SimConfig['max_in_flight'],
    ways: { enter: () => Promise<void>; shed: () => Promise<void> },
  ): Promise<void> {
    if (limit !== null && this.inside >= limit.count) {
      if (limit.mode === 'shed') return ways.shed();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.inside += 1;
    try {
      await ways.enter();
    } finally {
      this.inside -= 1;
      this.waiting.shift()?.();
    }
  }
}
