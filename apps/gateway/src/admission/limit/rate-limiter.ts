import { SlidingWindow } from './sliding-window';

/** The two limits that a request counts toward. */
export interface Demand {
  /** Id of the API key. */
  key: string;
  /** Id of its organization. */
  organization: string;
  /** Requests a second. */
  keyLimit: number;
  /** Requests a second. */
  organizationLimit: number;
}

/** How many requests pass, and how many are left under each limit in the current second. */
export interface Grant {
  granted: number;
  keyRemaining: number;
  organizationRemaining: number;
}

/**
 * Limits requests by key and by organization: a request counts toward both limits or, when one refuses it, toward
 * neither.
 */
export class RateLimiter {
  private readonly windows = new Map<string, SlidingWindow>();

  /**
   * Grants up to `count` requests, as many as both limits have left.
   * @param share  part of each limit that this limiter may grant, in (0, 1]; at least one request
   * @param withinMs another gateway spends them, for so long
   */
  take(demand: Demand, count: number, nowMs: number, share = 1, withinMs = 0): Grant {
    const key = this.window(demand.key);
    const organization = this.window(demand.organization);
    const keyLeft = part(demand.keyLimit, share) - key.used(nowMs);
    const organizationLeft = part(demand.organizationLimit, share) - organization.used(nowMs);
    const granted = Math.max(0, Math.min(count, keyLeft, organizationLeft));
    if (granted > 0) {
      key.add(nowMs, granted, withinMs);
      organization.add(nowMs, granted, withinMs);
    }
    return {
      granted,
      keyRemaining: Math.max(0, keyLeft - granted),
      organizationRemaining: Math.max(0, organizationLeft - granted),
    };
  }

  /** Forgets keys and organizations without a request in the last second. */
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
