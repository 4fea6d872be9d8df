import { DATABASE } from '@app/boot';
import { Database, Named, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Held } from './reservation';

/** Longer than a claim's lease, which is longer than an engine's call. */
const holdSeconds = 120;

/** One look at everything a reservation depends on, from one snapshot. */
export interface Look {
  month: string;
  plan: string | null;
  used: string;
  held: string;
  budget_usd: string | null;
  paused: boolean;
  spent: string;
  open: string;
  /** Of the asked: those that hold money already, with its price. */
  known: Record<string, string>;
}

const look: Named = {
  name: 'reservation-look',
  text: `
    with m as (select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month)
    select m.month, b.budget_usd::text,
      coalesce(b.paused and (b.paused_month = m.month or b.budget_usd = 0), false) as paused,
      (select plan from account where organization = $1) as plan,
      (select coalesce(sum(units), 0)::text from month_slot where organization = $1 and month = m.month) as used,
      (select coalesce(sum(units), 0)::text from reservation where organization = $1 and expires_at > app.now()) as held,
      (select coalesce(sum(cost_usd), 0)::text from namespace_slot
        where organization = $1 and month = m.month and namespace = $2 and b.budget_usd is not null) as spent,
      (select coalesce(sum(cost_usd), 0)::text from reservation
        where organization = $1 and expires_at > app.now() and namespace = $2 and b.budget_usd is not null) as open,
      (select coalesce(jsonb_object_agg(ask_id, cost_usd::text), '{}') from reservation
        where ask_id = any($3) and organization = $1 and expires_at > app.now()) as known
    from m left join budget b on b.organization = $1 and b.namespace = $2`,
};

const hold: Named = {
  name: 'reservation-hold',
  text: `
    insert into reservation (ask_id, organization, namespace, units, cost_usd, used_before, expires_at)
    select ask_id, $1, $2, units, cost_usd, used_before, app.now() + interval '${holdSeconds} seconds'
    from unnest($3::text[], $4::numeric[], $5::numeric[], $6::numeric[]) as t(ask_id, units, cost_usd, used_before)
    order by ask_id
    on conflict (ask_id) do update set units = excluded.units, cost_usd = excluded.cost_usd,
      used_before = excluded.used_before, expires_at = excluded.expires_at
      where reservation.organization = excluded.organization`,
};

const release: Named = {
  name: 'reservation-release',
  text: `delete from reservation where ask_id = any($3) and organization = $1 and namespace = $2`,
};

const forget: Named = {
  name: 'reservation-forget',
  text: `delete from reservation where ask_id in (
           select ask_id from reservation where expires_at < app.now() - interval '1 hour'
           order by expires_at limit 1000 for update skip locked)`,
};

@Injectable()
export class ReservationStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async look(
    organization: string,
    namespace: string,
    askIds: string[],
    tx: Pick<Tx, 'query'> = this.database,
  ): Promise<Look> {
    const { rows } = await tx.query<Look>(look, [organization, namespace, askIds]);
    return rows[0];
  }

  async hold(
    organization: string,
    namespace: string,
    held: Held[],
    tx: Pick<Tx, 'query'> = this.database,
  ): Promise<void> {
    if (held.length === 0) return;
    await tx.query(hold, [
      organization,
      namespace,
      held.map(({ ask_id }) => ask_id),
      held.map(({ units }) => units),
      held.map(({ costUsd }) => costUsd),
      held.map(({ usedBefore }) => usedBefore),
    ]);
  }

  /** @returns how many held money */
  async release(organization: string, namespace: string, askIds: string[]): Promise<number> {
    const { rowCount } = await this.database.query(release, [organization, namespace, askIds]);
    return rowCount ?? 0;
  }

  /** Keeps an expired reservation for an hour, so that a late answer still finds its price. */
  async forgetExpired(): Promise<number> {
    const { rowCount } = await this.database.query(forget);
    return rowCount ?? 0;
  }

  async keepPlan(organization: string, plan: string): Promise<void> {
    await this.database.query(
      {
        name: 'account-keep',
        text: `insert into account (organization, plan) values ($1, $2)
               on conflict (organization) do update set plan = excluded.plan where account.plan <> excluded.plan`,
      },
      [organization, plan],
    );
  }
}
