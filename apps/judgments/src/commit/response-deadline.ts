import type { Call } from '@app/bus';
import type { Clock } from '@app/observability';
import type { TimeLimit } from '@app/persistence';
import { Problem } from '@app/problem';

/** A slow change is answered 20 s after it came, and its change begins no later than 25 s after [JOB-01] [JOB-03]. */
const beginWithinMs = 25_000;
/** Of the twenty seconds: two are left for the job's row and the way back. */
const answerWithinMs = 18_000;
const wayBackMs = 2_000;
/** How often the clock is looked at: it may be moved under a test. */
const lookMs = 20;

/** Work that is not through when its request must be answered. */
export const late = Symbol('late');

/** The times of one request, by the process clock. Work past its deadline is not begun, as the bus has it. */
export class Patience implements TimeLimit {
  private readonly answerAtMs: number;
  private readonly beginAtMs: number;

  constructor(
    private readonly clock: Clock,
    call: Pick<Call, 'toBeginMs' | 'beginByMs' | 'leftMs'>,
  ) {
    const now = clock.now();
    const passedMs = call.beginByMs === undefined ? 0 : beginWithinMs - call.toBeginMs;
    this.beginAtMs = now + call.toBeginMs;
    this.answerAtMs = now + Math.min(answerWithinMs - passedMs, call.leftMs - wayBackMs);
  }

  get toBeginMs(): number {
    return this.beginAtMs - this.clock.now();
  }

  /** @throws Problem `unavailable`: nothing has happened, a retry makes it once */
  assertMayBegin(): void {
    if (this.toBeginMs >= 0) return;
    const sentence = 'The change could not begin in time and nothing changed; try again.';
    throw new Problem('unavailable', sentence, {}, { retryAfterS: 1 });
  }

  /** What work comes to, or `late` when the request must be answered before it is through. */
  async within<T>(work: Promise<T>): Promise<T | typeof late> {
    let isOver = false;
    const alarm = (async (): Promise<typeof late> => {
      while (!isOver && this.clock.now() < this.answerAtMs) {
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
      return late;
    })();
    try {
      return await Promise.race([work, alarm]);
    } finally {
      isOver = true;
    }
  }
}
