import { Database } from '../database/database';

/** A role that one process holds for a while, by the database's clock. */
export interface HeldLease {
  name: string;
  fence: number;
}

const take = {
  name: 'lease-take',
  text: `insert into lease as l (name, holder, until) values ($1, $2, app.now() + make_interval(secs => $3))
         on conflict (name) do update set holder = $2, until = app.now() + make_interval(secs => $3),
           fence = case when l.holder = $2 then l.fence else l.fence + 1 end
         where l.holder = $2 or l.until < app.now()
         returning fence`,
};

const renew = {
  name: 'leases-renew',
  text: `update lease set until = app.now() + make_interval(secs => $3)
         where name = any($1) and holder = $2 returning name`,
};

/** Leases in the service's own schema. A lease outlives what it guards; a new holder waits it out. */
export class Leases {
  constructor(
    private readonly database: Database,
    private readonly holder: string,
  ) {}

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

  async release(name: string): Promise<void> {
    await this.database.query('delete from lease where name = $1 and holder = $2', [name, this.holder]);
  }
}
