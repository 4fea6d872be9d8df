/** Between two messages about what is under way; milliseconds. */
const everyMs = 500;
/** Requests that are younger need no message: most are answered sooner; milliseconds. */
const youngMs = 250;

/** Where a request waits for its reply: the inbox of its asker, and its number there. */
export interface Place {
  inbox: string;
  id: number;
}

/** Tells askers again and again which of their requests this process works on, so that they know that it lives. */
export class WorkUnderWay {
  /** Since when each request is under way, by inbox; milliseconds of `nowMs`. */
  private readonly byInbox = new Map<string, Map<number, number>>();
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param tell sends the numbers of requests to their asker
   * @param nowMs a clock that only goes on, in milliseconds
   */
  constructor(
    private readonly tell: (inbox: string, ids: readonly number[]) => void,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** A request is under way, until what it returns is called. */
  begin({ inbox, id }: Place): () => void {
    const known = this.byInbox.get(inbox);
    const ids = known ?? new Map<number, number>();
    if (!known) this.byInbox.set(inbox, ids);
    ids.set(id, this.nowMs());
    this.timer ??= this.nextBeat();
    return () => {
      ids.delete(id);
      if (ids.size === 0 && this.byInbox.get(inbox) === ids) this.byInbox.delete(inbox);
    };
  }

  private nextBeat(): NodeJS.Timeout {
    return setTimeout(() => {
      this.timer = undefined;
      if (this.byInbox.size === 0) return;
      this.beat();
      this.timer = this.nextBeat();
    }, everyMs).unref();
  }

  private beat(): void {
    const oldAtMs = this.nowMs() - youngMs;
    for (const [inbox, ids] of this.byInbox) {
      const old = [...ids].flatMap(([id, beganAtMs]) => (beganAtMs <= oldAtMs ? [id] : []));
      if (old.length > 0) this.tell(inbox, old);
    }
  }
}
