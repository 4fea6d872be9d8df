/** What a row of the queue is for. */
export interface Queued {
  judgmentId: string;
  /** A version that is judged ahead, as it stands with answers; null for whichever is active. */
  version: number | null;
}

/**
 * The id under which the queue, its claims and its heads know a version that is judged ahead: beside the judgment's own,
 * so that neither waits for the other or takes its place. Ids of judgments have no `@`.
 */
export function queueKey(judgmentId: string, version: number): string {
  return `${judgmentId}@${version}`;
}

export function readQueueKey(key: string): Queued {
  const at = key.lastIndexOf('@');
  if (at < 0) return { judgmentId: key, version: null };
  return { judgmentId: key.slice(0, at), version: Number(key.slice(at + 1)) };
}
