import { kindOf } from '@app/problem';
import { afterBeat } from './beat';
import { Logger } from './logger';

export interface LoopOptions {
  name: string;
  /** How long the loop rests after a turn that found nothing to do, in milliseconds. */
  idleMs: number;
  /**
   * The longest rest, in milliseconds: each turn in a row that found nothing makes the rest longer by half, up to this.
   * `idleMs` when left out. `wake` and a turn that found something begin with `idleMs` again. It is the delay of what
   * nobody wakes the loop for: rows that another process wrote, or that come due by themselves.
   */
  longestIdleMs?: number;
  /**
   * Whether a turn would find something, asked instead of a turn after a rest that nobody ended. Left out: each rest
   * is followed by a turn. It is cheaper than a turn, since all loops that rest alike ask at the same moment.
   */
  look?(): Promise<boolean>;
  logger: Logger;
  /** How long one turn may take, in milliseconds; 5 minutes when left out. */
  mayTakeMs?: number;
  /** One turn. Returns true when there may be more to do at once. */
  turn(): Promise<boolean>;
}

const restAfterFaultMs = 1000;
const growth = 1.5;
/** A turn that takes longer hangs, unless its loop says that its turns may. */
const hangsAfterMs = 5 * 60_000;

/** The loops that turn in this process. */
const turning = new Set<Loop>();

/** The loops whose turn has ended neither well nor badly for longer than it may take, with a sentence on each. */
export function hangingLoops(): { name: string; sentence: string }[] {
  return [...turning].flatMap((loop) => loop.hanging() ?? []);
}

/** How long ago each loop last ended a turn without a fault, in seconds; of loops with one name, the longest. */
export function loopAges(): ReadonlyMap<string, number> {
  const ages = new Map<string, number>();
  for (const loop of turning) ages.set(loop.name, Math.max(ages.get(loop.name) ?? 0, loop.ageS()));
  return ages;
}

/**
 * A worker's loop. It turns until `stop`, starts a turn at once after `wake`, rests longer after a fault, and remembers
 * its last turn, so that the readiness check can mean progress.
 */
export class Loop {
  private stopping = false;
  private woken = false;
  /** The last turn found nothing, and nobody has woken the loop since. */
  private isIdle = false;
  private idleTurns = 0;
  private wakeUp: (() => void) | undefined;
  private ended: Promise<void> | undefined;
  private lastTurnAtMs = performance.now();
  private turnBeganAtMs: number | null = null;

  constructor(private readonly options: LoopOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** Seconds since the last turn that ended without a fault, or since the start. */
  ageS(): number {
    return (performance.now() - this.lastTurnAtMs) / 1000;
  }

  start(): this {
    turning.add(this);
    this.ended = this.run().finally(() => turning.delete(this));
    return this;
  }

  wake(): void {
    this.woken = true;
    this.isIdle = false;
    this.idleTurns = 0;
    this.wakeUp?.();
  }

  /** Begins with short rests again: there will be something to do soon. */
  expectSoon(): void {
    this.idleTurns = 0;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.ended;
  }

  /** A sentence for the readiness check when no turn ended within the limit; otherwise null. */
  stuckFor(limitMs: number): string | null {
    const idleMs = performance.now() - this.lastTurnAtMs;
    return idleMs > limitMs ? `${this.options.name} made no turn for ${Math.round(idleMs / 1000)} s` : null;
  }

  /** A sentence for the liveness check when the turn under way takes longer than it may; otherwise null. */
  hanging(): { name: string; sentence: string } | null {
    if (this.turnBeganAtMs === null) return null;
    const { name, mayTakeMs = hangsAfterMs } = this.options;
    const tookMs = performance.now() - this.turnBeganAtMs;
    return tookMs > mayTakeMs ? { name, sentence: `its turn has not ended for ${Math.round(tookMs / 1000)} s` } : null;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      let restMs = 0;
      this.turnBeganAtMs = performance.now();
      try {
        if (await this.turn()) this.idleTurns = 0;
        else restMs = this.idleRestMs();
        this.lastTurnAtMs = performance.now();
      } catch (error) {
        restMs = restAfterFaultMs;
        const level = kindOf(error) === 'unavailable' ? 'warn' : 'error';
        this.options.logger[level]({ err: error, loop: this.options.name }, 'a turn failed');
      }
      this.turnBeganAtMs = null;
      if (restMs > 0) await this.sleepFor(restMs);
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A turn, unless nobody has woken the loop since a turn found nothing, and a look finds nothing either. */
  private async turn(): Promise<boolean> {
    const { look, turn } = this.options;
    if (this.isIdle && look && !(await look()) && !this.woken) return false;
    this.woken = false;
    const found = await turn();
    this.isIdle = !found && !this.woken;
    return found;
  }

  /** Grows from turn to turn while nothing is found. */
  private idleRestMs(): number {
    const { idleMs, longestIdleMs = idleMs } = this.options;
    const restMs = Math.min(idleMs * growth ** this.idleTurns, longestIdleMs);
    if (restMs < longestIdleMs) this.idleTurns += 1;
    return restMs;
  }

  private sleepFor(ms: number): Promise<void> {
    if (this.woken || this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.wakeUp = undefined;
        resolve();
      };
      const cancel = afterBeat(ms, done);
      this.wakeUp = done;
    });
  }
}
