import { SlidingWindow } from './sliding-window';

/** Who asks, under which two limits. */
export interface Demand {
  key: string;
  organization: string;
  /** Requests a second. */
  keyLimit: number;
  organizationLimit: number;
}

/** What was let in, and what is left under each limit in the current second. */
export interface Grant {
  granted: number;
  keyRemaining: number;
  organizationRemaining: number;
}

/**
 * The two-level account of a keeper, or of a gateway that counts alone: a request takes from both limits or from
 * neither, so that what is refused counts nowhere.
 */
export class RateLimiter {
  private readonly windows = new Map<string, SlidingWindow>();

  /**
   * @param count  how many are wanted; as many as both limits hold are granted
   * @param share  part of each limit that this account may spend, in (0, 1]; at least one request
   * @param lent   spent by another gateway, until the end of the next slot
   */
  take(demand: Demand, count: number, nowMs: number, share = 1, lent = false): Grant {
    const key = this.window(demand.key);
    const organization = this.window(demand.organization);
    const keyLeft = part(demand.keyLimit, share) - key.used(nowMs);
    const organizationLeft = part(demand.organizationLimit, share) - organization.used(nowMs);
    const granted = Math.max(0, Math.min(count, keyLeft, organizationLeft));
    if (granted > 0) {
      key.add(nowMs, granted, lent);
      organization.add(nowMs, granted, lent);
    }
    return {
      granted,
      keyRemaining: Math.max(0, keyLeft - granted),
      organizationRemaining: Math.max(0, organizationLeft - granted),
    };
  }

  /** Forgets who asked for nothing in the last second. */
  sweep(nowMs: number): void {
    for (const [id, window] of this.windows) if (window.used(nowMs) === 0) this.windows.delete(id);
  }

  private window(id: string): SlidingWindow {
    const known = this.windows.get(id);
    if (known) return known;
    const made = new SlidingWindow();
    this.windows.set(id, made);
    return made;
  }
}

function part(limit: number, share: number): number {
  return share === 1 ? limit : Math.max(1, Math.floor(limit * share));
}
