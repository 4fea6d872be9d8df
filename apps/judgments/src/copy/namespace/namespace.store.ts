import { DATABASE } from '@app/boot';
import { NamespaceRef } from '@app/contracts';
import { BudgetChanged } from '@app/contracts/billing';
import { FanoutPace, NamespaceChanged, fanoutPaceOf, isFanoutHeld } from '@app/contracts/documents';
import type { EngineRef } from '@app/definition';
import { Database, Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Namespace } from './namespace';

interface NamespaceRow {
  id: string;
  organization: string;
  name: string;
  default_engine: EngineRef | null;
  paused: boolean;
  fanout: object;
}

const insertMissing = {
  name: 'namespace-make',
  text: `insert into namespace (organization, name) select * from unnest($1::text[], $2::text[])
         on conflict do nothing`,
};
const find = {
  name: 'namespace-find',
  text: `select n.id, n.organization, n.name, n.default_engine, n.paused, n.fanout from namespace n
         join unnest($1::text[], $2::text[]) as w(organization, name) using (organization, name)`,
};
/** Makes the deferrals of the namespaces `n` due. */
const resumeDeferred = `update deferral d set resumes_at = app.now(), held_until = '-infinity' from n where d.namespace_id = n.id`;
/** How long a read may go by a pause that has ended or begun; a claim reads the pause itself. */
const pauseTtlMs = 500;
/** How long fan-out may go by an earlier share; its limit is read where it is counted. */
const paceTtlMs = 500;

/** Compact ids of namespaces and copies of their settings. Ids never change, so this process keeps them. */
@Injectable()
export class NamespaceStore {
  private readonly ids = new LRUCache<string, string>({ max: 100_000 });
  private readonly pauses = new LRUCache<string, boolean>({ max: 10_000, ttl: pauseTtlMs });

  private readonly paces = new LRUCache<string, FanoutPace>({ max: 10_000, ttl: paceTtlMs });

  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** The compact ids of namespaces in the order of `wanted`; a namespace without one gets one. */
  async readIdsOf(wanted: readonly NamespaceRef[]): Promise<string[]> {
    const missing = wanted.filter((ref) => !this.ids.has(keyOf(ref)));
    if (missing.length > 0) {
      const values = [missing.map(({ organization }) => organization), missing.map(({ namespace }) => namespace)];
      await this.db.query(insertMissing, values);
      await this.remember(values);
    }
    return wanted.map((ref) => this.ids.get(keyOf(ref))!);
  }

  /** The compact id of a namespace for requests that only read: `0`, which no row has, for a namespace without one. */
  async readKnownIdOf(ref: NamespaceRef): Promise<string> {
    if (!this.ids.has(keyOf(ref))) await this.remember([[ref.organization], [ref.namespace]]);
    return this.ids.get(keyOf(ref)) ?? '0';
  }

  private async remember(values: readonly string[][]): Promise<void> {
    const { rows } = await this.db.query<NamespaceRow>(find, [...values]);
    for (const { organization, name, id } of rows) this.ids.set(keyOf({ organization, namespace: name }), id);
  }

  async readIdOf(ref: NamespaceRef): Promise<string> {
    const [id] = await this.readIdsOf([ref]);
    return id;
  }

  /** The copy of a namespace's settings; defaults for one that documents has not published yet. */
  async get({ organization, namespace: name }: NamespaceRef, db: Queryable = this.db): Promise<Namespace> {
    const { rows } = await db.query<NamespaceRow>(find, [[organization], [name]]);
    if (rows.length === 0) {
      return { id: '0', organization, name, defaultEngine: null, paused: false, fanout: fanoutPaceOf({}) };
    }
    return fromRow(rows[0]);
  }

  /** The copies of some namespaces' settings; those that are not known here are left out. */
  async readSettingsOf(organization: string, names: readonly string[]): Promise<Namespace[]> {
    const { rows } = await this.db.query<NamespaceRow>(find, [names.map(() => organization), [...names]]);
    return rows.map(fromRow);
  }

  /** Whether judging of a namespace is paused, at most half a second late. */
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

  /** How fast fan-out of a namespace may go, at most half a second late. */
  async readPaceOf(id: string): Promise<FanoutPace> {
    const known = this.paces.get(id);
    if (known) return known;
    const { rows } = await this.db.query<{ fanout: object }>(
      { name: 'namespace-pace', text: 'select fanout from namespace where id = $1' },
      [id],
    );
    const pace = fanoutPaceOf(rows[0]?.fanout ?? {});
    this.paces.set(id, pace);
    return pace;
  }

  /** Those of some namespaces whose judging is paused. */
  async readPausedAmong(ids: Iterable<string>): Promise<Set<string>> {
    const { rows } = await this.db.query<{ id: string }>(
      { name: 'namespaces-paused', text: 'select id from namespace where id = any($1::bigint[]) and paused' },
      [[...ids]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Stores a greater revision of the settings. Deferred fan-out is looked at again: a limit or the budget may be higher. */
  async apply(changed: NamespaceChanged): Promise<void> {
    await this.db.query(
      `with n as (
         insert into namespace as n (organization, name, revision, default_engine, fanout, fanout_held) values ($1, $2, $3, $4, $5, $6)
         on conflict (organization, name) do update set revision = excluded.revision, default_engine = excluded.default_engine,
           fanout = excluded.fanout, fanout_held = excluded.fanout_held
         where n.revision < excluded.revision returning id)
       ${resumeDeferred}`,
      [
        changed.organization,
        changed.namespace,
        changed.revision,
        changed.default_engine && JSON.stringify(changed.default_engine),
        JSON.stringify(changed.fanout),
        isFanoutHeld(fanoutPaceOf(changed.fanout)),
      ],
    );
    this.paces.clear();
  }

  /** Pauses or resumes judging by a greater revision of billing's; resuming unblocks the rows that waited for money. */
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

function keyOf({ organization, namespace }: NamespaceRef): string {
  return `${organization}\n${namespace}`;
}

function fromRow({ default_engine: defaultEngine, fanout, ...row }: NamespaceRow): Namespace {
  return { ...row, defaultEngine, fanout: fanoutPaceOf(fanout) };
}
