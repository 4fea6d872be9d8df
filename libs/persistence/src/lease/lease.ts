import { Queryable } from '../database/queryable';
import { HeldLease } from './held-lease';
import { RoleLease, RoleLeaseOptions } from './role-lease';
import { runWhileRenewing } from './while-renewing';

const take = {
  name: 'lease-take',
  text: `insert into lease as l (name, holder, until) values ($1, $2, app.now() + make_interval(secs => $3))
         on conflict (name) do update set holder = $2, until = app.now() + make_interval(secs => $3),
           fence = case when l.holder = $2 then l.fence else l.fence + 1 end
         where l.holder = $2 or l.until < app.now()
         returning fence`,
};

/**
 * SQL condition that a holder has a lease now, for statements that only the holder may run.
 * @param name SQL of the lease's name @param holder SQL of the holder
 */
export function heldBy(name: string, holder: string): string {
  return `exists (select from lease l where l.name = ${name} and l.holder = ${holder} and l.until > app.now())`;
}

const renew = {
  name: 'leases-renew',
  text: `update lease set until = app.now() + make_interval(secs => $3)
         where name = any($1) and holder = $2 returning name`,
};

/** Work under a lease that lasts longer counts as stuck; milliseconds. */
const renewedForMs = 5 * 60_000;
/** A lease is renewed so often in its length while work goes on. */
const renewalsALease = 3;

/** Leases in the service's own schema. A lease outlives what it guards; a new holder waits it out. */
export class Leases {
  constructor(
    private readonly database: Queryable,
    readonly holder: string,
  ) {}

  /** A role of this holder for as long as it lives. */
  role(options: RoleLeaseOptions): RoleLease {
    return new RoleLease(this.database, this.holder, options);
  }

  /** Takes or renews; null while another holds it. */
  async take(name: string, seconds: number): Promise<HeldLease | null> {
    const { rows } = await this.database.query<{ fence: string }>(take, [name, this.holder, seconds]);
    return rows.length > 0 ? { name, fence: Number(rows[0].fence) } : null;
  }

  /** Renews several leases in one statement. @returns those of them that are still this holder's */
  async renew(names: string[], seconds: number): Promise<Set<string>> {
    const { rows } = await this.database.query<{ name: string }>(renew, [names, this.holder, seconds]);
    return new Set(rows.map(({ name }) => name));
  }

  /**
   * Renews a lease that this holder has while work goes on that may take longer, for five minutes at most. What only the
   * holder may write must ask for the lease (`heldBy`).
   */
  keepWhile<T>(name: string, seconds: number, work: () => Promise<T>): Promise<T> {
    const renewal = { everyMs: (seconds * 1000) / renewalsALease, forMs: renewedForMs };
    return runWhileRenewing(renewal, () => this.renew([name], seconds), work);
  }

  async release(name: string): Promise<void> {
    await this.database.query('delete from lease where name = $1 and holder = $2', [name, this.holder]);
  }
}
