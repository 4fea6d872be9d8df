import { kindOf } from '@app/problem';
import { Logger } from './logger';

export interface LoopOptions {
  name: string;
  /** How long the loop rests after a turn that found nothing to do, in milliseconds. */
  idleMs: number;
  logger: Logger;
  /** One turn. Returns true when there may be more to do at once. */
  turn(): Promise<boolean>;
}

const restAfterFaultMs = 1000;

/**
 * A worker's loop. It turns until `stop`, starts a turn at once after `wake`, rests longer after a fault, and remembers
 * its last turn, so that the readiness check can mean progress.
 */
export class Loop {
  private stopping = false;
  private woken = false;
  private wakeUp: (() => void) | undefined;
  private ended: Promise<void> | undefined;
  private lastTurnAtMs = Date.now();

  constructor(private readonly options: LoopOptions) {}

  start(): this {
    this.ended = this.run();
    return this;
  }

  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.ended;
  }

  /** A sentence for the readiness check when no turn ended within the limit; otherwise null. */
  stuckFor(limitMs: number): string | null {
    const idleMs = Date.now() - this.lastTurnAtMs;
    return idleMs > limitMs ? `${this.options.name} made no turn for ${Math.round(idleMs / 1000)} s` : null;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      let restMs = this.options.idleMs;
      this.woken = false;
      try {
        if (await this.options.turn()) restMs = 0;
        this.lastTurnAtMs = Date.now();
      } catch (error) {
        restMs = restAfterFaultMs;
        const level = kindOf(error) === 'unavailable' ? 'warn' : 'error';
        this.options.logger[level]({ err: error, loop: this.options.name }, 'a turn failed');
      }
      if (restMs > 0) await this.rest(restMs);
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private rest(ms: number): Promise<void> {
    if (this.woken || this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wakeUp = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wakeUp = done;
    });
  }
}
