import { literal } from '../database/looks';
import { Queryable } from '../database/queryable';
import { HeldLease } from './held-lease';
import { runWhileRenewing } from './while-renewing';

export interface RoleLeaseOptions {
  name: string;
  /** How long the lease lasts while another process asks for it, in seconds: so long it waits after the death of its holder. */
  shortS: number;
}

/** How long it lasts while nobody else asks for it, and how much of that is left when it is renewed; seconds. */
const longS = 30;
const leftS = 20;
/** How long an ask holds, in seconds. A process that waits asks with every try, and writes that down again when half of it has passed. */
const askedS = 60;
/** Work under a lease that lasts longer counts as stuck; milliseconds. */
const renewedForMs = 5 * 60_000;
const renewalsALease = 3;

/*
 * The ask is a row of the same table, so that a build that knows nothing of it runs beside this one. A holder renews for the
 * short time while one stands that is not its own. Who does not get the lease leaves it the short time, and no longer.
 */
const take = {
  name: 'lease-take-role',
  text: `with taken as (
      insert into lease as l (name, holder, until)
      select $1, $2, app.now() + make_interval(secs => case
        when exists (select from lease where name = 'asked:' || $1 and holder <> $2 and until > app.now()) then $3::float8
        else ${longS} end)
      on conflict (name) do update set holder = $2, until = excluded.until,
        fence = case when l.holder = $2 then l.fence else l.fence + 1 end
      where l.holder = $2 or l.until < app.now()
      returning fence
    ), asked as (
      insert into lease as a (name, holder, until)
      select 'asked:' || $1, $2, app.now() + interval '${askedS} s' where not exists (select from taken)
      on conflict (name) do update set holder = $2, until = excluded.until
      where a.until < app.now() + interval '${askedS / 2} s'
    ), shortened as (
      update lease set until = app.now() + make_interval(secs => $3::float8)
      where name = $1 and until > app.now() + make_interval(secs => $3::float8) and not exists (select from taken)
    ), answered as (
      delete from lease where name = 'asked:' || $1 and holder = $2 and exists (select from taken)
    )
    select fence from taken`,
};

const leaveSoon = {
  name: 'lease-leave-soon',
  text: `update lease set until = least(until, app.now() + make_interval(secs => $3::float8)) where name = $1 and holder = $2`,
};

/**
 * A role that one process has for as long as it lives, by the database's clock. While no other process tries to take it, the
 * holder has it for 30 s and renews it every 10 s. The first that tries shortens it, and the holder renews it for the short time
 * from then on: its `due` finds a row at once. So the death of a holder that another process waits beside costs the short time
 * and no more, and a process that starts after the death of a lone holder waits as long.
 */
export class RoleLease {
  readonly name: string;

  constructor(
    private readonly database: Queryable,
    readonly holder: string,
    private readonly options: RoleLeaseOptions,
  ) {
    this.name = options.name;
  }

  /**
   * Select that finds a row when `take` is to be called: others hold the lease, or it is time to renew it, or another process
   * asks for it. While it finds none, the lease is this holder's for longer than the short time.
   */
  get due(): string {
    return `select where not exists (select from lease where name = ${literal(this.name)}
      and holder = ${literal(this.holder)} and until > app.now() + interval '${leftS} s')`;
  }

  /** Takes or renews; null while another holds it, which leaves that one the short time. */
  async take(): Promise<HeldLease | null> {
    const { name, shortS } = this.options;
    const { rows } = await this.database.query<{ fence: string }>(take, [name, this.holder, shortS]);
    return rows.length > 0 ? { name, fence: Number(rows[0].fence) } : null;
  }

  /**
   * Renews it while work goes on that may take longer, for five minutes at most. What only the holder may write must ask for
   * the lease (`heldBy`).
   */
  keepWhile<T>(work: () => Promise<T>): Promise<T> {
    const everyMs = (this.options.shortS * 1000) / renewalsALease;
    return runWhileRenewing({ everyMs, forMs: renewedForMs }, () => this.take(), work);
  }

  /** Leaves itself the short time: others may have it then. */
  async leaveSoon(): Promise<void> {
    const { name, shortS } = this.options;
    await this.database.query(leaveSoon, [name, this.holder, shortS]);
  }

  /** Others may have it at once. */
  async release(): Promise<void> {
    await this.database.query('delete from lease where name = $1 and holder = $2', [this.name, this.holder]);
  }
}
