import { client } from '../api/client';
import type { FeedParts } from './feed-leader';

/** The lock whose holder follows the feed; a browser gives it on when the holder closes. */
const lock = 'judgment.feed';

/** Web Locks exist in secure contexts alone: on plain http no tab can lead. */
export const canLead = (): boolean => 'locks' in navigator;

/** How a tab of a browser leads and reads the feed. */
export const browserFeed: Omit<FeedParts, 'send'> = {
  async lead(work, signal) {
    try {
      await navigator.locks.request(lock, { signal }, work);
    } catch (error) {
      // A tab that stops while it waits for the lock is no failure.
      if (!signal.aborted) throw error;
    }
  },
  follow: (options) => client.events.follow({ ...options, totalMs: 90_000 }),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};
