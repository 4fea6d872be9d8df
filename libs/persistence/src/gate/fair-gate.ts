import { FairQueue } from '@app/queues';
import { Party } from './party';

/** Gives a slot back. Later calls do nothing. */
export type Release = () => void;

export interface GateOptions {
  /** Slots of all together. */
  slots: number;
  /** Slots among these that only work without an organization takes; 0 when left out. */
  own?: number;
  /** The most slots of one organization, also while nobody else wants one; without a bound when left out. */
  most?: number;
}

/** Waits of one organization that no further one may join: a second of its default rate. */
export const maxWaitingOfOne = 1024;
/** Waits of all organizations that no further one may join. */
export const maxWaiting = 4 * maxWaitingOfOne;
/** An organization counts as alone once this many slots in a row were its own. */
export const aloneAfter = 64;

/**
 * Divides slots between organizations. Who asks has a slot at once or waits in turn: the slot that comes free is for the
 * organization that holds the fewest, and of those the one whose last turn is the longest ago; within an organization for
 * the one that waits longest. The last free slot is kept for an organization that holds none, unless the others have asked
 * for nothing for a while, so that work that is long under way holds up nobody else. Work without an organization counts
 * as one organization more, with slots of its own.
 */
export class FairGate {
  private readonly parties = new Map<string | null, Party>();
  /** What begins each piece of work that waits. */
  private readonly waits = new FairQueue<Party, () => void>({ maxOfOwner: maxWaitingOfOne, max: maxWaiting });
  private readonly own: number;
  private taken = 0;
  /** Shared slots that are taken. */
  private shared = 0;
  private grants = 0;
  private latest: { of: string | null; since: number } | undefined;

  constructor(private readonly options: GateOptions) {
    this.own = options.own ?? 0;
  }

  get held(): number {
    return this.taken;
  }

  get waiting(): number {
    return this.waits.size;
  }

  /**
   * @param organization null for work without one
   * @param waitMs how long it waits for its turn, in milliseconds
   * @returns what gives the slot back; null when its turn does not come in time, or too many wait already
   */
  take(organization: string | null, waitMs: number): Release | Promise<Release | null> {
    const party = this.partyOf(organization);
    if (this.waits.sizeOf(party) === 0 && this.mayTake(party)) return this.grant(party);
    return new Promise((resolve) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve(this.grant(party));
      };
      const giveUp = (): void => {
        this.waits.remove(party, begin);
        this.tidy(party);
        resolve(null);
      };
      if (waitMs <= 0 || !this.waits.add(party, begin)) return giveUp();
      const timer = setTimeout(giveUp, waitMs);
    });
  }

  private mayTake(party: Party): boolean {
    if (party.held < party.own) return true;
    const free = this.options.slots - this.own - this.shared;
    if (free === 0 || party.held >= (this.options.most ?? Infinity)) return false;
    return free > 1 || party.shared === 0 || this.isAlone(party);
  }

  private isAlone({ organization, shared }: Party): boolean {
    if (shared !== this.shared) return false;
    if (this.latest === undefined) return true;
    return this.latest.of === organization && this.grants - this.latest.since >= aloneAfter;
  }

  private grant(party: Party): Release {
    this.taken += 1;
    party.held += 1;
    if (party.held > party.own) this.noteShared(party);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.taken -= 1;
      if (party.held > party.own) this.shared -= 1;
      party.held -= 1;
      this.startWaiting();
      this.tidy(party);
    };
  }

  private noteShared({ organization }: Party): void {
    this.shared += 1;
    this.grants += 1;
    if (this.latest?.of === organization) return;
    this.latest = { of: organization, since: this.latest === undefined ? -Infinity : this.grants };
  }

  private startWaiting(): void {
    for (let next = this.next(); next !== undefined; next = this.next()) this.waits.take(next)?.();
  }

  /** Of those that hold the fewest, the one whose turn it is. */
  private next(): Party | undefined {
    let fewest: Party | undefined;
    for (const party of this.waits.owners()) {
      if (this.mayTake(party) && (fewest === undefined || party.shared < fewest.shared)) fewest = party;
    }
    return fewest;
  }

  private partyOf(organization: string | null): Party {
    const known = this.parties.get(organization);
    if (known) return known;
    const made = new Party(organization, organization === null ? this.own : 0);
    this.parties.set(organization, made);
    return made;
  }

  private tidy(party: Party): void {
    if (party.held === 0 && this.waits.sizeOf(party) === 0) this.parties.delete(party.organization);
  }
}
