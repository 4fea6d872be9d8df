import type { EngineRef, NamespaceRef } from '@app/contracts';
import { Queryable, Tx, encodeCursor } from '@app/persistence';
import { LagBucket } from './lag';
import { coverOf, rangeOf } from './scope';
import { OwnFanout, Settings } from './settings';

export interface NamespaceRow {
  id: string;
  organization: string;
  name: string;
  created_at: Date;
  /** Grows with every change of the settings. */
  revision: string;
  budget_usd: number | null;
  pinned: boolean;
  default_engine: EngineRef | null;
  fanout: OwnFanout;
  deleting: boolean;
  /** Judging is paused because the budget is spent. */
  paused: boolean;
}

const columns =
  'id, organization, name, created_at, revision, budget_usd, pinned, default_engine, fanout, deleting, paused';

export function settingsOf(row: NamespaceRow): Settings {
  return { budgetUsd: row.budget_usd, pinned: row.pinned, defaultEngine: row.default_engine, fanout: row.fanout };
}

export async function findNamespace(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  lock = false,
): Promise<NamespaceRow | null> {
  const { rows } = await from.query<NamespaceRow>(
    `select ${columns} from namespace where organization = $1 and name = $2 ${lock ? 'for update' : ''}`,
    [organization, namespace],
  );
  return rows[0] ?? null;
}

/** @returns null when the name is taken */
export async function insertNamespace(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  settings: Settings,
): Promise<NamespaceRow | null> {
  const { rows } = await tx.query<NamespaceRow>(
    `insert into namespace (organization, name, budget_usd, pinned, default_engine, fanout)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${columns}`,
    [organization, namespace, ...settingValues(settings)],
  );
  return rows[0] ?? null;
}

function settingValues(settings: Settings): unknown[] {
  const engine = settings.defaultEngine === null ? null : JSON.stringify(settings.defaultEngine);
  return [settings.budgetUsd, settings.pinned, engine, JSON.stringify(settings.fanout)];
}

/** Its fan-outs are looked at again: they wait for long while the namespace lets none run. */
export async function updateSettings(tx: Tx, id: string, settings: Settings): Promise<NamespaceRow> {
  const { rows } = await tx.query<NamespaceRow>(
    `update namespace set budget_usd = $2, pinned = $3, default_engine = $4, fanout = $5,
       revision = nextval('namespace_revision') where id = $1 returning ${columns}`,
    [id, ...settingValues(settings)],
  );
  await tx.query('select expect_fanouts(namespace_id, app.now()) from fanout_turn where namespace_id = $1', [id]);
  return rows[0];
}

export async function markDeleting(tx: Tx, id: string): Promise<void> {
  await tx.query(`update namespace set deleting = true, revision = nextval('namespace_revision') where id = $1`, [id]);
}

/** @param revision of billing's fact: a fact that is older and comes later does not undo this */
export async function setPaused(to: Queryable, id: string, paused: boolean, revision: number): Promise<void> {
  await to.query(
    `update namespace set paused = $2, paused_revision = $3
     where id = $1 and paused_revision <= $3 and (paused, paused_revision) <> ($2, $3)`,
    [id, paused, revision],
  );
}

export interface ListPage {
  items: { name: string; created_at: string }[];
  nextCursor: string | null;
}

/** @param scope of the caller's key */
export async function listNamespaces(
  from: Queryable,
  organization: string,
  scope: string,
  page: { prefix: string; after: string | null; limit: number },
): Promise<ListPage> {
  const cover = coverOf(scope);
  const { from: first, before } = rangeOf(cover, page.prefix);
  const values = [organization, page.after === null ? first : `${page.after}\u0001`, before, page.limit + 1];
  // Conditions that leave few names, as it seems, would have Postgres sort them.
  const within = cover.exact === null ? '' : 'and (name = $5 or starts_with(name, $6))';
  const { rows } = await from.query<{ name: string; created_at: Date }>(
    `select name, created_at from namespace
     where organization = $1 and name >= $2 and name < $3 ${within} order by name limit $4`,
    [...values, ...(cover.exact === null ? [] : [cover.exact, cover.under])],
  );
  const items = rows.slice(0, page.limit).map((row) => ({ name: row.name, created_at: row.created_at.toISOString() }));
  const more = rows.length > page.limit;
  return { items, nextCursor: more ? encodeCursor('namespaces', [items[items.length - 1].name]) : null };
}

export interface NamespaceNumbers {
  documents: number;
  bytes: number;
  lags: LagBucket[];
}

/** Documents and bytes by the counters, and the lags of today and yesterday. */
export async function readNumbers(from: Queryable, id: string): Promise<NamespaceNumbers> {
  const { rows } = await from.query<{ documents: string; bytes: string; lags: LagBucket[] | null }>(
    `select (select coalesce(sum(documents), 0) from namespace_counter where namespace_id = $1) as documents,
       (select coalesce(sum(bytes), 0) from namespace_counter where namespace_id = $1) as bytes,
       (select json_agg(json_build_object('bucket', bucket, 'answers', answers)) from lag_count
         where namespace_id = $1 and day >= (app.now() at time zone 'UTC')::date - 1) as lags`,
    [id],
  );
  return { documents: Number(rows[0].documents), bytes: Number(rows[0].bytes), lags: rows[0].lags ?? [] };
}
