import { Queryable, Vault, newId, organizationOf, untilDeadline } from '@app/persistence';
import { Batcher } from '@app/queues';
import { Attempt, ClaimAttempt, KeyedRequest, claimRequest, claimTogether } from './idempotency.store';
import { Keeping, keepResponses } from './kept-response.store';

/** Requests that share a statement, at most. */
const maxItems = 64;
/** Statements of either kind under way at once: what arrives meanwhile is the next statement. */
const maxUnderWay = 2;
/** A larger response is kept, and read, by a statement of its own; bytes. So the responses of a statement take 4 MiB. */
const maxSharedBytes = 64 * 1024;

interface Timed {
  /** Of the request, in milliseconds since 1970. */
  deadlineAtMs: number;
}

/**
 * Claims of keyed requests, and the responses that are kept for them. Those that arrive together share a statement and its
 * commit. One request waits for nobody.
 */
export class SharedClaims {
  private readonly claims: Batcher<Attempt & Timed, ClaimAttempt>;
  private readonly keepings: Batcher<Keeping & Timed, true>;

  constructor(
    private readonly database: Queryable,
    private readonly vault: Vault,
  ) {
    this.claims = new Batcher({
      alone: (one) => untilDeadline(one.deadlineAtMs, one.organization, () => claimRequest(database, vault, one)),
      together: (all) =>
        untilDeadline(latestOf(all), organizationOf(all), () => claimTogether(database, vault, all, maxSharedBytes)),
      maxItems,
      maxUnderWay,
    });
    this.keepings = new Batcher({
      alone: (one) => this.keepTogether([one]).then(([isKept]) => isKept),
      together: (all) => this.keepTogether(all),
      maxItems,
      maxUnderWay,
    });
  }

  /** Claims a keyed request for 40 s. @param fingerprint SHA-256 of the request */
  claim({ organization, key }: KeyedRequest, fingerprint: Buffer, deadlineAtMs: number): Promise<ClaimAttempt> {
    return this.claims.add({ organization, key, fingerprint, claimId: newId('clm'), deadlineAtMs });
  }

  /** Resolves once the response is stored. */
  async keep(keeping: Keeping, deadlineAtMs: number): Promise<void> {
    const timed = { ...keeping, deadlineAtMs };
    await (keeping.body.length > maxSharedBytes ? this.keepTogether([timed]) : this.keepings.add(timed));
  }

  private async keepTogether(all: readonly (Keeping & Timed)[]): Promise<true[]> {
    const organization = organizationOf(all.map(({ claim }) => claim));
    await untilDeadline(latestOf(all), organization, () => keepResponses(this.database, this.vault, all));
    return all.map(() => true);
  }
}

/** A statement without an answer ends for all when the last of its requests has ended. */
function latestOf(all: readonly Timed[]): number {
  return Math.max(...all.map(({ deadlineAtMs }) => deadlineAtMs));
}
