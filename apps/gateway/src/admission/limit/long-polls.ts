import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';

/** So many requests of one session may wait for events at a gateway: a browser needs one, whatever its tabs. */
export const longPollsOfSession = 8;

/**
 * Requests of people that wait for events. Each holds a connection and a slot of the feed for up to 30 s, and a session may
 * be open in any number of tabs. API keys are bounded by their rate alone: a follower waits with one.
 */
@Injectable()
export class LongPolls {
  private readonly counts = new Map<string, number>();

  /**
   * Counts a request until it ends.
   * @param session its id
   * @returns what the caller must call once when the request has ended
   * @throws Problem `rate_limited` with `details.limit` `long_polls_per_session`
   */
  enter(session: string): () => void {
    const own = this.counts.get(session) ?? 0;
    if (own >= longPollsOfSession) {
      throw new Problem(
        'rate_limited',
        `At most ${longPollsOfSession} requests of a session may wait for events; close some tabs, or wait for one to end.`,
        { rate_limit: 'per_key', limit: 'long_polls_per_session' },
        { retryAfterS: 5 },
      );
    }
    this.counts.set(session, own + 1);
    return () => {
      const left = (this.counts.get(session) ?? 1) - 1;
      if (left === 0) this.counts.delete(session);
      else this.counts.set(session, left);
    };
  }
}
