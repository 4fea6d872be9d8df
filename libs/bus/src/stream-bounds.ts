/** What an installation sets for each stream. */
export interface StreamBounds {
  /** Copies on a cluster of servers. */
  replicas: number;
  /** Size on disk; the oldest facts go first. */
  maxBytes: number;
  maxAgeMs: number;
  /**
   * After this time the server delivers a fact again that a process took and did not acknowledge. A process at work on it
   * says so every third of the time.
   */
  ackWaitMs: number;
}

export const defaultBounds: StreamBounds = {
  replicas: 1,
  maxBytes: 256 * 1024 * 1024,
  maxAgeMs: 24 * 60 * 60 * 1000,
  ackWaitMs: 30_000,
};
