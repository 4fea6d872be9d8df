import type { Participant } from '@app/contracts';

/** An owner that has said nothing of a request for so long does not work on it any more; milliseconds. */
export const silentAfterMs = 3000;
/** How long owners may take to be heard again after this process could not listen; milliseconds. */
export const graceMs = 1250;
/** An owner of an older release, which says nothing while it works, may take requests for so long after its last reply; milliseconds. */
const olderMs = 60_000;
const lookEveryMs = 250;
/** A look that is later shows that this process did not listen. */
const lateMs = 500;

/** An owner took a request, or its message was lost, and nothing more will be heard of it. */
export class OwnerLost extends Error {
  constructor() {
    super('nothing was heard of the request any more');
  }
}

/**
 * Decides of which requests nothing will be heard any more: their owner has ended, or the server lost their message. It
 * never decides so of owners of older releases.
 */
export class Silence {
  /** When each service replied last, and whether it names the requests that it has under way. */
  private readonly replied = new Map<Participant, { tells: boolean; olderAtMs: number }>();
  private forgivesUntilMs = -Infinity;
  private looksAtMs = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param endSilent ends the requests of which nothing will be heard; returns how many go on waiting
   * @param listens whether the connection is there now
   * @param nowMs a clock that only goes on, in milliseconds
   */
  constructor(
    private readonly endSilent: () => number,
    private readonly listens: () => boolean,
    readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** A process of this service has replied. @param tells whether it names the requests that it has under way */
  replies(owner: Participant, tells: boolean): void {
    const known = this.replied.get(owner);
    if (known === undefined) this.replied.set(owner, { tells, olderAtMs: tells ? -Infinity : this.nowMs() });
    else if (tells) known.tells = true;
    else known.olderAtMs = this.nowMs();
  }

  /** Looks again and again, from now until no request waits, or the connection is away. */
  watch(): void {
    if (this.timer) return;
    this.looksAtMs = this.nowMs() + lookEveryMs;
    this.timer = setTimeout(() => this.look(), lookEveryMs).unref();
  }

  /** The connection broke and is back: whatever owners say comes within a moment, or not at all. */
  listenAgain(): void {
    this.forgive();
    this.watch();
  }

  /** @param heardAtMs when something was last heard of the request, or it was sent */
  isSilent(owner: Participant, heardAtMs: number): boolean {
    if (!this.isQuiet(heardAtMs)) return false;
    const replied = this.replied.get(owner);
    return replied !== undefined && replied.tells && this.nowMs() - replied.olderAtMs > olderMs;
  }

  /** Whether nothing will be heard any more of what an owner does that names what it has under way. @param heardAtMs as of `isSilent` */
  isQuiet(heardAtMs: number): boolean {
    const nowMs = this.nowMs();
    return nowMs >= this.forgivesUntilMs && nowMs - heardAtMs >= silentAfterMs;
  }

  private forgive(): void {
    this.forgivesUntilMs = this.nowMs() + graceMs;
  }

  private look(): void {
    this.timer = undefined;
    if (this.nowMs() - this.looksAtMs > lateMs) this.forgive();
    // A connection that was closed never comes back, and nothing may look for ever.
    if (this.listens() && this.endSilent() > 0) this.watch();
  }
}
