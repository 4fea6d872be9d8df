import type { LocalModel } from '../engine/engine-setup';

/** Between two looks, and how long a model is used that is no longer listed: a restart of Ollama is no farewell. */
export const lookEveryMs = 15_000;
export const goneAfterMs = 60_000;
/** Longest time for one look. */
export const lookMs = 1_000;

/**
 * Looks for a decision model on this machine now and then, and never keeps anybody waiting: what is found stands in
 * {@link found} a moment later.
 */
export class Discovery {
  private model: string | null = null;
  private seenAtMs = -Infinity;
  private nextLookMs = -Infinity;
  private looking: Promise<void> | null = null;

  /**
   * @param baseUrl where to look
   * @param find    the name of a decision model listed there, or null
   */
  constructor(
    private readonly baseUrl: string,
    private readonly find: (baseUrl: string, timeoutMs: number) => Promise<string | null>,
    private readonly nowMs: () => number,
  ) {}

  get found(): LocalModel | null {
    return this.model === null ? null : { baseUrl: this.baseUrl, model: this.model };
  }

  /** Begins with what was in use before this process: not to leave it for an epoch of seconds. */
  remember(model: string): void {
    this.model = model;
    this.seenAtMs = this.nowMs();
  }

  /** Starts a look when it is time for one. */
  look(): void {
    if (this.looking !== null || this.nowMs() < this.nextLookMs) return;
    this.nextLookMs = this.nowMs() + lookEveryMs;
    this.looking = this.find(this.baseUrl, lookMs).then((model) => {
      this.looking = null;
      this.note(model);
    });
  }

  private note(model: string | null): void {
    if (model === null) {
      if (this.nowMs() - this.seenAtMs >= goneAfterMs) this.model = null;
      return;
    }
    this.model = model;
    this.seenAtMs = this.nowMs();
  }
}
