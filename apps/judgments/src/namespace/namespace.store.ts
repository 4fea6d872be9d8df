import { DATABASE } from '@app/boot';
import { BudgetChanged, NamespaceChanged } from '@app/contracts';
import type { EngineRef } from '@app/definition';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Namespace } from './namespace';

interface NamespaceRow {
  id: string;
  organization: string;
  name: string;
  default_engine: EngineRef | null;
  paused: boolean;
}

const make = {
  name: 'namespace-make',
  text: `insert into namespace (organization, name) select * from unnest($1::text[], $2::text[])
         on conflict do nothing`,
};
const find = {
  name: 'namespace-find',
  text: `select n.id, n.organization, n.name, n.default_engine, n.paused from namespace n
         join unnest($1::text[], $2::text[]) as w(organization, name) using (organization, name)`,
};
/** A claim reads the pause itself; a reader may learn of it this much later. */
const pauseSeenMs = 500;

/** Compact ids of namespaces and copies of their settings. */
@Injectable()
export class NamespaceStore {
  private readonly ids = new LRUCache<string, string>({ max: 100_000 });
  private readonly pauses = new LRUCache<string, boolean>({ max: 10_000, ttl: pauseSeenMs });

  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** The compact ids of namespaces, made where there are none yet. */
  async idsOf(wanted: readonly { organization: string; namespace: string }[]): Promise<string[]> {
    const missing = wanted.filter((one) => !this.ids.has(keyOf(one.organization, one.namespace)));
    if (missing.length > 0) {
      const values = [missing.map(({ organization }) => organization), missing.map(({ namespace }) => namespace)];
      await this.db.query(make, values);
      const { rows } = await this.db.query<NamespaceRow>(find, values);
      for (const row of rows) this.ids.set(keyOf(row.organization, row.name), row.id);
    }
    return wanted.map(({ organization, namespace }) => this.ids.get(keyOf(organization, namespace))!);
  }

  async idOf(organization: string, namespace: string): Promise<string> {
    const [id] = await this.idsOf([{ organization, namespace }]);
    return id;
  }

  /** The copy of a namespace's settings; defaults for one that documents has not told of. */
  async get(organization: string, name: string, reader: Pick<Tx, 'query'> = this.db): Promise<Namespace> {
    const { rows } = await reader.query<NamespaceRow>(find, [[organization], [name]]);
    if (rows.length === 0) return { id: '0', organization, name, defaultEngine: null, paused: false };
    const { default_engine: defaultEngine, ...row } = rows[0];
    return { ...row, defaultEngine };
  }

  async isPaused(id: string): Promise<boolean> {
    const known = this.pauses.get(id);
    if (known !== undefined) return known;
    const { rows } = await this.db.query<{ paused: boolean }>(
      { name: 'namespace-paused', text: 'select paused from namespace where id = $1' },
      [id],
    );
    const paused = rows[0]?.paused ?? false;
    this.pauses.set(id, paused);
    return paused;
  }

  /** Takes a greater revision of the settings. */
  async apply(changed: NamespaceChanged): Promise<void> {
    await this.db.query(
      `insert into namespace as n (organization, name, revision, default_engine, fanout) values ($1, $2, $3, $4, $5)
       on conflict (organization, name) do update
         set revision = excluded.revision, default_engine = excluded.default_engine, fanout = excluded.fanout
       where n.revision < excluded.revision`,
      [
        changed.organization,
        changed.namespace,
        changed.revision,
        changed.default_engine && JSON.stringify(changed.default_engine),
        JSON.stringify(changed.fanout),
      ],
    );
  }

  /** Pauses or resumes judging by billing's revision; resuming unblocks what waited for money. */
  async applyBudget(changed: BudgetChanged): Promise<void> {
    await this.db.query(
      `with n as (
         insert into namespace as n (organization, name, paused, paused_revision) values ($1, $2, $3, $4)
         on conflict (organization, name) do update set paused = excluded.paused, paused_revision = excluded.paused_revision
         where n.paused_revision < excluded.paused_revision returning id)
       update turn t set blocked_until = '-infinity' from n where t.namespace_id = n.id and not $3::boolean`,
      [changed.organization, changed.namespace, changed.paused, changed.revision],
    );
    this.pauses.clear();
  }
}

function keyOf(organization: string, name: string): string {
  return `${organization}\n${name}`;
}
