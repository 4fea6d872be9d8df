/** Bounds the requests in flight in one namespace, so that one client leaves room for others. */
export class InFlight {
  private readonly lanes = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly bound: number) {}

  /** Runs `work` when fewer than the bound run; requests of no namespace are not bounded. */
  async run<T>(namespace: string | null, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (namespace === null) return work();
    const lane = this.lanes.get(namespace) ?? { running: 0, waiting: [] };
    this.lanes.set(namespace, lane);
    if (lane.running >= this.bound) await turnIn(lane.waiting, signal);
    else lane.running++;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = lane.waiting.shift();
      // The next one takes this one's place, so that the count stays.
      if (next) next();
      else if (--lane.running === 0) this.lanes.delete(namespace);
    }
  }
}

/** Resolves when the ones before have gone. @throws the signal's reason when the caller gives up before, and leaves */
function turnIn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onTurn = (): void => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = (): void => {
      waiting.splice(waiting.indexOf(onTurn), 1);
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) return reject(signal.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    waiting.push(onTurn);
  });
}
