/** Waits of one key that no further one may join. */
const maxWaiting = 256;

interface Waiter {
  grant: () => void;
  giveUp: NodeJS.Timeout;
}

interface Held {
  taken: number;
  waiting: Waiter[];
}

/** Gives back what was taken. Later calls do nothing. */
export type Release = () => void;

/** Divides a number of connections, so that no key takes more than its share at once. The rest of a key waits in turn. */
export class Shares {
  private readonly held = new Map<string, Held>();

  /** @param share of each key, at least 1 */
  constructor(private readonly share: number) {}

  /** @returns null when the share stays taken for as long as the caller waits, or too many wait already */
  async take(key: string, waitMs: number): Promise<Release | null> {
    const held = this.held.get(key) ?? { taken: 0, waiting: [] };
    this.held.set(key, held);
    if (held.taken < this.share) {
      held.taken += 1;
      return this.releaseOf(key, held);
    }
    if (waitMs <= 0 || held.waiting.length >= maxWaiting) return null;
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        held.waiting = held.waiting.filter((one) => one !== waiter);
        resolve(null);
      }, waitMs);
      const grant = (): void => {
        clearTimeout(giveUp);
        resolve(this.releaseOf(key, held));
      };
      const waiter: Waiter = { grant, giveUp };
      held.waiting.push(waiter);
    });
  }

  /** What was taken passes to the one that waits longest. */
  private releaseOf(key: string, held: Held): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = held.waiting.shift();
      if (next) return next.grant();
      held.taken -= 1;
      if (held.taken === 0) this.held.delete(key);
    };
  }
}
