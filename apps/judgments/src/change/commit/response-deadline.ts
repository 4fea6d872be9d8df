import type { Call } from '@app/bus';
import type { Clock } from '@app/observability';
import type { TimeLimit } from '@app/persistence';
import { Problem } from '@app/problem';

/** A change begins within 25 s of its request or not at all [JOB-03]. */
const beginWithinMs = 25_000;
/** The gateway replies within 20 s [JOB-01]; two of them are kept for the row of a job and the way back. */
const answerWithinMs = 18_000;
const wayBackMs = 2_000;
/** How often it reads the clock, which a test may move. */
const lookMs = 20;

/** Says that work was not done when its request had to be answered. */
export const late = Symbol('late');

/** When a request must be answered, and until when its change may begin, by this process's clock. */
export class ResponseDeadline implements TimeLimit {
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

  /** @throws Problem `unavailable` when it is too late: nothing has changed, and a retry makes the change once */
  assertMayBegin(): void {
    if (this.toBeginMs >= 0) return;
    const sentence = 'The change could not begin in time and nothing changed; try again.';
    throw new Problem('unavailable', sentence, {}, { retryAfterS: 1 });
  }

  /** The result of work, or `late` when the request must be answered first; the work then goes on. */
  async waitWithin<T>(work: Promise<T>): Promise<T | typeof late> {
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
