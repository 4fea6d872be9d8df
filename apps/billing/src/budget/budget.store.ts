import { DATABASE } from '@app/boot';
import { Database, Named, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Budget, Spend } from './budget';

const fields = `organization, namespace, budget_usd::text, paused, paused_month, refused_usd::text, change_revision::text`;

const lock: Named = {
  name: 'budget-lock',
  text: `select ${fields} from budget where organization = $1 and namespace = $2 for update`,
};

/** Makes the row when there is none; a revision that is not greater changes nothing. */
const set: Named = {
  name: 'budget-set',
  text: `insert into budget as b (organization, namespace, revision, budget_usd, deleted) values ($1, $2, $3, $4, $5)
         on conflict (organization, namespace) do update
           set revision = excluded.revision, budget_usd = excluded.budget_usd, deleted = excluded.deleted
           where b.revision < excluded.revision
         returning ${fields}`,
};

const turn: Named = {
  name: 'budget-turn',
  text: `update budget set paused = $3, paused_month = $4, refused_usd = $5, change_revision = nextval('budget_change')
         where organization = $1 and namespace = $2 returning ${fields}, app.now() as at`,
};

const spend: Named = {
  name: 'budget-spend',
  text: `
    with m as (select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month)
    select m.month,
      (select coalesce(sum(cost_usd), 0)::text from namespace_slot
        where organization = $1 and month = m.month and namespace = $2) as spent,
      (select coalesce(sum(cost_usd), 0)::text from reservation
        where organization = $1 and namespace = $2 and expires_at > app.now()) as open
    from m`,
};

const reached: Named = {
  name: 'budget-watched',
  text: `select b.organization, b.namespace from budget b
         join (select distinct * from unnest($1::text[], $2::text[]) as t(organization, namespace)) t using (organization, namespace)
         where b.budget_usd is not null and not b.paused order by 1, 2`,
};

const paused: Named = {
  name: 'budget-paused',
  text: `select organization, namespace from budget
         where paused and budget_usd > 0 and (organization, namespace) > ($1, $2)
         order by organization, namespace limit $3`,
};

export interface NamespaceKey {
  organization: string;
  namespace: string;
}

@Injectable()
export class BudgetStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async lock(tx: Tx, organization: string, namespace: string): Promise<Budget | null> {
    const { rows } = await tx.query<Budget>(lock, [organization, namespace]);
    return rows[0] ?? null;
  }

  async read(organization: string, namespace: string): Promise<Budget | null> {
    const { rows } = await this.database.query<Budget>(
      { name: 'budget-read', text: `select ${fields} from budget where organization = $1 and namespace = $2` },
      [organization, namespace],
    );
    return rows[0] ?? null;
  }

  /** @returns the row, or null when its revision was as great already */
  async set(
    tx: Tx,
    { organization, namespace }: NamespaceKey,
    change: { revision: number; budgetUsd: number | null; deleted: boolean },
  ): Promise<Budget | null> {
    const { revision, budgetUsd, deleted } = change;
    const { rows } = await tx.query<Budget>(set, [organization, namespace, revision, budgetUsd, deleted]);
    return rows[0] ?? null;
  }

  async turn(
    tx: Tx,
    { organization, namespace }: NamespaceKey,
    to: { paused: boolean; month: string | null; refusedUsd: string | null },
  ): Promise<Budget & { at: Date }> {
    const { rows } = await tx.query<Budget & { at: Date }>(turn, [
      organization,
      namespace,
      to.paused,
      to.month,
      to.refusedUsd,
    ]);
    return rows[0];
  }

  async spend(organization: string, namespace: string, tx: Pick<Tx, 'query'> = this.database): Promise<Spend> {
    const { rows } = await tx.query<Spend>(spend, [organization, namespace]);
    return rows[0];
  }

  /** Of some namespaces, those whose budget may be reached by what was charged just now. */
  async watched(tx: Tx, keys: NamespaceKey[]): Promise<NamespaceKey[]> {
    const { rows } = await tx.query<NamespaceKey>(reached, [
      keys.map(({ organization }) => organization),
      keys.map(({ namespace }) => namespace),
    ]);
    return rows;
  }

  async paused(after: NamespaceKey, limit: number): Promise<NamespaceKey[]> {
    const { rows } = await this.database.query<NamespaceKey>(paused, [after.organization, after.namespace, limit]);
    return rows;
  }
}
