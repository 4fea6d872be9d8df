/** Waits. Specs inject others, whose time passes when they say so. */
export interface Timers {
  /** Calls `work` once, `ms` milliseconds from now. @returns what prevents it */
  after(ms: number, work: () => void): () => void;
}

/** The timers of this process. */
export const processTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** Calls `work` when this turn of the event loop ends. @returns what prevents it */
export function atEndOfTurn(work: () => void): () => void {
  const turn = setImmediate(work);
  return () => clearImmediate(turn);
}
