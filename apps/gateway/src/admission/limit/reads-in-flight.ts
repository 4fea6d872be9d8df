import { NamespaceRef } from '@app/contracts';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { Presence } from './presence';

/**
 * Gets and queries in flight by namespace. A read past the limit is refused, whatever the rate headers show [RATE-05].
 * The count of this gateway is exact; those of other gateways are as late as their broadcast.
 */
@Injectable()
export class ReadsInFlight {
  private readonly counts = new Map<string, number>();

  constructor(private readonly presence: Presence) {
    presence.publish(() => Object.fromEntries(this.counts));
  }

  /**
   * Counts a read until it ends.
   * @returns what the caller must call once when the read has ended
   * @throws Problem `rate_limited` with `details.concurrent_reads`
   */
  enter({ organization, namespace }: NamespaceRef, limit: number): () => void {
    const key = `${organization} ${namespace}`;
    const own = this.counts.get(key) ?? 0;
    if (own + this.presence.readsElsewhere(key) >= limit) {
      throw new Problem(
        'rate_limited',
        `At most ${limit} gets and queries may be in flight in one namespace; wait for some to finish.`,
        { concurrent_reads: limit, rate_limit: 'per_org', limit: 'concurrent_reads_per_namespace' },
        { retryAfterS: 1 },
      );
    }
    this.counts.set(key, own + 1);
    this.presence.changed();
    return () => this.leave(key);
  }

  private leave(key: string): void {
    const own = this.counts.get(key) ?? 0;
    if (own <= 1) this.counts.delete(key);
    else this.counts.set(key, own - 1);
    this.presence.changed();
  }
}
