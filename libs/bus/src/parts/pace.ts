/** Requests of others that are answered between two parts of an organization: together they cost about what a part costs. */
export const answersBetween = 4;
/** A part waits for them no longer than this; milliseconds. */
export const longestWaitMs = 10;
/** Others of whom nothing was answered for so long do not use this process now; milliseconds. */
const idleAfterMs = 20;

/** What an organization has seen others get, when its last part left. */
export interface Step {
  /** Answers to others so far. */
  others: number;
  atMs: number;
}

/** Answers of one organization: how many, and when the last one was. */
interface Answers {
  organization: string | null;
  atMs: number;
}

/**
 * Lets the parts of large replies leave in proportion to the requests of others that are answered here. A part costs all
 * processes together what some small requests cost, so parts that left as fast as they can would take what these need.
 * While nobody else asks for anything, nothing waits.
 */
export class Pace {
  private latest: Answers = { organization: null, atMs: -Infinity };
  /** The last one of another organization than `latest`. */
  private before: Answers = { organization: null, atMs: -Infinity };
  private answers = 0;

  /** A request of an organization is answered. @param nowMs of a clock that only goes on, in milliseconds */
  note(organization: string | null, nowMs: number): void {
    this.answers += 1;
    if (this.latest.organization !== organization) this.before = this.latest;
    this.latest = { organization, atMs: nowMs };
  }

  /** A part of an organization leaves. @param own answers to the organization itself so far */
  step(own: number, nowMs: number): Step {
    return { others: this.answers - own, atMs: nowMs };
  }

  /** Milliseconds until the next part may leave, when no more is answered meanwhile; 0 for at once. */
  waitMs(organization: string | null, own: number, last: Step, nowMs: number): number {
    const other = this.latest.organization === organization ? this.before : this.latest;
    if (nowMs - other.atMs > idleAfterMs || this.answers - own - last.others >= answersBetween) return 0;
    return Math.max(0, longestWaitMs - (nowMs - last.atMs));
  }
}
