import { services } from '@app/contracts';
import type { StackClient } from '@app/testing/stack';
import { setTimeout as sleep } from 'node:timers/promises';

/** Something that goes wrong in operation and passes. It resolves when all processes run again. */
type Fault = () => Promise<void>;

/** Faults of a stack under load, one after the other, drawn at random from all kinds. */
export class RandomFaults {
  /** Names of the faults so far. */
  readonly done: string[] = [];
  private isGoing = false;
  private running: Promise<void> = Promise.resolve();

  /** @param pauseMs from the end of one to the next */
  constructor(
    private readonly stack: StackClient,
    private readonly random: () => number,
    private readonly pauseMs: number,
  ) {}

  start(): void {
    this.isGoing = true;
    this.running = this.go();
  }

  /** Resolves when the last one has passed. */
  async rest(): Promise<void> {
    this.isGoing = false;
    await this.running;
  }

  private async go(): Promise<void> {
    const kinds = Object.entries(this.kinds());
    while (this.isGoing) {
      const [name, fault] = this.oneOf(kinds);
      this.done.push(name);
      await fault();
      await sleep(this.pauseMs);
    }
  }

  private oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)];
  }

  private kinds(): Record<string, Fault> {
    const { stack } = this;
    const service = (end: 'kill' | 'terminate') => async (): Promise<void> => {
      const one = this.oneOf(services);
      this.done[this.done.length - 1] += ` ${one}`;
      await stack.services[end](one);
      await stack.services.start(one);
    };
    const whileEngine = (config: object, after: object) => async (): Promise<void> => {
      await stack.engine.set(config);
      await sleep(2_000);
      await stack.engine.set(after);
    };
    return {
      kill: service('kill'),
      terminate: service('terminate'),
      'kill nats': async () => {
        await stack.nats.kill();
        await stack.nats.start();
      },
      'nats stands still': async () => {
        await stack.nats.pause();
        await sleep(2_000);
        await stack.nats.resume();
      },
      'kill postgres': async () => {
        await stack.postgres.kill();
        await stack.postgres.start();
      },
      'engine answers 503': whileEngine({ faults: [{ from: 1, fault: '503' }] }, { faults: [] }),
      'engine is slow': whileEngine({ latency: 1_000 }, { latency: 'zero' }),
    };
  }
}
