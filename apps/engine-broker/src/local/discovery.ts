import type { LocalModel } from '@app/engines';

/** Between two looks, and how long a model is used that is no longer listed: a restart of Ollama is no farewell. */
export const lookEveryMs = 15_000;
export const goneAfterMs = 60_000;
/** Longest time for one look at the list; a chat model that is found there is asked questions besides. */
export const lookMs = 1_000;

/**
 * Looks for a model on this machine now and then, and never keeps anybody waiting: what is found stands in
 * {@link found} a moment later.
 */
export class Discovery {
  private local: LocalModel | null = null;
  private seenAtMs = -Infinity;
  private nextLookMs = -Infinity;
  private looking: Promise<void> | null = null;

  /**
   * @param baseUrl where to look
   * @param find    the model to use of those listed there, or null; never rejects
   */
  constructor(
    private readonly baseUrl: string,
    private readonly find: (baseUrl: string, timeoutMs: number) => Promise<LocalModel | null>,
    private readonly nowMs: () => number,
  ) {}

  get found(): LocalModel | null {
    return this.local;
  }

  /** Begins with what was in use before this process: not to leave it for an epoch of seconds. */
  remember(local: LocalModel): void {
    this.local = local;
    this.seenAtMs = this.nowMs();
  }

  /** Starts a look when it is time for one. */
  look(): void {
    if (this.looking !== null || this.nowMs() < this.nextLookMs) return;
    this.nextLookMs = this.nowMs() + lookEveryMs;
    this.looking = this.find(this.baseUrl, lookMs).then((local) => {
      this.looking = null;
      this.note(local);
    });
  }

  private note(local: LocalModel | null): void {
    if (local === null) {
      if (this.nowMs() - this.seenAtMs >= goneAfterMs) this.local = null;
      return;
    }
    this.local = local;
    this.seenAtMs = this.nowMs();
  }
}
