import { Problem } from '@app/problem';
import { Presence } from './presence.service';

/**
 * Gets and queries in flight, by organization and namespace: one past the limit is refused, whatever the rate headers
 * show [RATE-05]. The own count is exact, those of other gateways are as late as a broadcast.
 */
export class ReadsInFlight {
  private readonly inFlight = new Map<string, number>();

  constructor(private readonly presence: Presence) {
    presence.tells(() => Object.fromEntries(this.inFlight));
  }

  /** @throws Problem `rate_limited` with `details.concurrent_reads` */
  enter(place: string, limit: number): void {
    const own = this.inFlight.get(place) ?? 0;
    if (own + this.presence.elsewhere(place) >= limit) {
      throw new Problem(
        'rate_limited',
        `At most ${limit} gets and queries may be in flight in one namespace; wait for some to finish.`,
        { concurrent_reads: limit, limit: 'concurrent_reads_per_namespace' },
        { retryAfterS: 1 },
      );
    }
    this.inFlight.set(place, own + 1);
    this.presence.changed();
  }

  leave(place: string): void {
    const own = this.inFlight.get(place) ?? 0;
    if (own <= 1) this.inFlight.delete(place);
    else this.inFlight.set(place, own - 1);
    this.presence.changed();
  }
}
