import type { NamespaceRef } from '@app/contracts';
import type { FitMade, JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import type { SnapshotOverride } from '@app/definition';
import type { Named, Queryable, Tx } from '@app/persistence';
import { KnownFit, knownFit } from './known-fit';
import { nextEarlierScopes } from './earlier-scopes';
import { KnownJudgment, StoredSnapshot, knownJudgment, overrideOf } from './known-judgment';

export interface StoredSubscription {
  id: string;
  /** A namespace's name, or a template prefix. */
  scope: string;
  name: string;
  /** Grows with every change of the row. */
  revision: number;
  filter: unknown;
  endpoint: string | null;
  events: string[];
  include: string[];
  min_hold_ms: number | null;
  /** An open walk still sets its members without raising events, and what time or a threshold moves raises none either. */
  quiet: boolean;
  /** An open walk still sets its members without raising events: what changes a document first sets its members as they are. */
  settling: boolean;
}

/** A group of a namespace or of all namespaces under a prefix. */
export interface StoredGroup {
  /** A namespace's name, or a template prefix. */
  scope: string;
  name: string;
  /** Drawn anew with every change of the definition. */
  generation: string;
  body: unknown;
}

/** Fan-outs of a judgment in a namespace have passed their rolling limit. */
export interface Deferral {
  /** When they go on, RFC 3339; null when it is not known. */
  resumes_at: string | null;
}

/** A walk that has still to reach the answers of a judgment in a scope. */
export interface OpenDependent {
  judgment_id: string;
  scope: string;
  /** Answers with an earlier watermark are concerned; RFC 3339. */
  since: string;
  /** Only answers inside the scope of fan-outs are concerned, and of them those that fan-outs may have left out. */
  scoped: boolean;
}

/** Answers of a judgment in a scope wait, and a walk has still to have them queued. */
export interface OpenWaiting {
  judgment_id: string;
  scope: string;
  /** Answers that were invalidated before are concerned; RFC 3339. */
  since: string;
}

/** Of a judgment, answers with an earlier watermark may have been left out of a fan-out, by judgment id; RFC 3339. */
export type LeftOut = Readonly<Record<string, string>>;

/** What the namespaces of an organization share, as of one revision. */
export interface SharedSnapshot {
  organization: string;
  revision: number;
  /** Judgments of all templates. */
  judgments: KnownJudgment[];
  /** Fits of the same judgments. */
  fits: KnownFit[];
  /** The judgments whose fan-outs have passed their rolling limit, by `namespace judgmentId`. */
  deferred: Map<string, Deferral>;
  readers: OpenDependent[];
  /** Walks that have answers queued, in scopes of templates. */
  waiting: OpenWaiting[];
  /** Subscriptions by scope. */
  subscriptions: Map<string, StoredSubscription[]>;
  /** Groups by scope. */
  groups: Map<string, StoredGroup[]>;
}

/** What an organization's namespaces share, and what one of them has of its own. */
export interface OrganizationSnapshot extends SharedSnapshot {
  /** Overrides of that namespace. */
  overrides: SnapshotOverride[];
  /** Empty while no walk of the organization needs it. */
  leftOut: LeftOut;
}

interface OwnRow {
  revision: string | null;
  own: StoredSnapshot[] | null;
  own_fits: FitMade[] | null;
  own_waiting: OpenWaiting[] | null;
  left_out: LeftOut | null;
}

interface SharedRow extends OwnRow {
  templates: StoredSnapshot[] | null;
  template_fits: FitMade[] | null;
  deferred: (Deferral & { namespace: string; judgment_id: string })[] | null;
  subscriptions: StoredSubscription[] | null;
  groups: StoredGroup[] | null;
  readers: OpenDependent[] | null;
  waiting: OpenWaiting[] | null;
}

function rfc3339(instant: string): string {
  return `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const waitingOf = (scope: string) => `(select json_agg(json_build_object('judgment_id', judgment_id, 'scope', scope,
      'since', ${rfc3339('since')}))
      from waiting_walk where organization = $1 and ${scope})`;

/** A namespace's judgments and overrides. One namespace of ten thousand never reads what the others have. */
const ownColumns = `(select json_agg(body) from judgment_column
      where organization = $1 and scope = $2 and scope not like '%/*' and not archived) as own,
    (select json_agg(f.body) from fit f where f.organization = $1 and f.scope in ('', $2) and f.judgment_id in (
      select judgment_id from judgment_column where organization = $1 and scope = $2 and scope not like '%/*'
        and kind = 'judgment' and not archived)) as own_fits,
    ${waitingOf(`scope = $2 and scope not like '%/*'`)} as own_waiting,
    (select json_object_agg(judgment_id, ${rfc3339('since')}) from left_out
      where exists (select from reader_walk where organization = $1 and scoped) and namespace_id in (0, (
        select id from namespace where organization = $1 and name = $2))) as left_out`;

const loadOwn: Named = {
  name: 'snapshot-load-own',
  text: `select (select revision from column_revision where organization = $1) as revision, ${ownColumns}`,
};

/**
 * A walk concerns answers from its commit on, whose moment is less than a second ahead. One of an upgrade concerns those of
 * a later moment, and each of them from when it passes it: nothing that is judged before it begins could read fresh.
 */
const hasBegun = `since < app.now() + interval '1 second'`;

const loadAll: Named = {
  name: 'snapshot-load',
  text: `select (select revision from column_revision where organization = $1) as revision,
    (select json_agg(body) from judgment_column
      where organization = $1 and scope like '%/*' and not archived) as templates, ${ownColumns},
    (select json_agg(f.body) from fit f where f.organization = $1 and f.scope = '' and f.judgment_id in (
      select judgment_id from judgment_column where organization = $1 and scope like '%/*' and not archived)) as template_fits,
    (select json_agg(json_build_object('namespace', namespace, 'judgment_id', judgment_id, 'resumes_at', resumes_at))
      from deferral where organization = $1 and deferred) as deferred,
    (select json_agg(json_build_object('id', s.id::text, 'scope', s.scope, 'name', s.name, 'revision', s.revision,
      'filter', s.filter, 'endpoint', s.endpoint, 'events', s.events, 'include', s.include, 'min_hold_ms', s.min_hold_ms,
      'quiet', exists (select from subscription_walk w where w.subscription_id = s.id and w.quiet),
      'settling', exists (select from subscription_walk w
        where w.subscription_id = s.id and (w.quiet or w.kind = 'times'))) order by s.id)
      from subscription s where s.organization = $1) as subscriptions,
    (select json_agg(json_build_object('scope', scope, 'name', name, 'generation', generation::text, 'body', body) order by name)
      from group_definition where organization = $1) as groups,
    (select json_agg(json_build_object('judgment_id', judgment_id, 'scope', scope, 'since', ${rfc3339('since')}, 'scoped', scoped))
      from reader_walk where organization = $1 and ${hasBegun}) as readers,
    ${waitingOf(`scope like '%/*'`)} as waiting`,
};

/**
 * Loads what an organization has in force. One statement, so that everything is of one revision.
 * @param namespace whose own judgments and overrides come with the shared ones; empty for no namespace
 */
export async function loadOrganization(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
): Promise<{ shared: SharedSnapshot; snapshot: OrganizationSnapshot }> {
  const { rows } = await from.query<SharedRow>(loadAll, [organization, namespace]);
  const { revision, templates, template_fits: fits, deferred, subscriptions, groups, readers, waiting } = rows[0];
  const shared = {
    organization,
    revision: Number(revision ?? 0),
    judgments: (templates ?? []).map(knownJudgment),
    fits: (fits ?? []).map(knownFit),
    deferred: new Map((deferred ?? []).map((row) => [`${row.namespace} ${row.judgment_id}`, row])),
    readers: readers ?? [],
    waiting: waiting ?? [],
    subscriptions: byScope(subscriptions ?? []),
    groups: byScope(groups ?? []),
  };
  return { shared, snapshot: withOwn(shared, rows[0]) };
}

/** Adds what a namespace has of its own to what is loaded already; undefined when that is of another revision. */
export async function loadNamespace(
  from: Queryable,
  namespace: string,
  shared: SharedSnapshot,
): Promise<OrganizationSnapshot | undefined> {
  const { rows } = await from.query<OwnRow>(loadOwn, [shared.organization, namespace]);
  return Number(rows[0].revision ?? 0) === shared.revision ? withOwn(shared, rows[0]) : undefined;
}

function withOwn(shared: SharedSnapshot, row: OwnRow): OrganizationSnapshot {
  const own = row.own ?? [];
  const judgments = own.filter(({ kind }) => kind !== 'override').map(knownJudgment);
  return {
    ...shared,
    judgments: [...shared.judgments, ...judgments],
    fits: [...shared.fits, ...(row.own_fits ?? []).map(knownFit)],
    overrides: own.filter(({ kind }) => kind === 'override').map(overrideOf),
    waiting: [...shared.waiting, ...(row.own_waiting ?? [])],
    leftOut: row.left_out ?? {},
  };
}

function byScope<T extends { scope: string }>(all: readonly T[]): Map<string, T[]> {
  const scopes = new Map<string, T[]>();
  for (const one of all) {
    const known = scopes.get(one.scope);
    if (known) known.push(one);
    else scopes.set(one.scope, [one]);
  }
  return scopes;
}

/**
 * Keeps a published snapshot, and with it to which documents versions applied that were active before. When a version with
 * relations becomes active, answers of it that were judged before may have missed changes of related documents, which nobody
 * followed meanwhile: the moment is kept, too. A copy that a namespace detaches begins with what is kept of its template.
 * @returns the snapshot that it replaces, or undefined when a greater or equal revision is stored already
 */
export async function putSnapshot(
  tx: Tx,
  published: PublishedSnapshot,
): Promise<{ before: StoredSnapshot | null } | undefined> {
  const key = [published.organization, published.judgment_id, published.scope, published.kind];
  const { rows } = await tx.query<{ revision: string; body: StoredSnapshot; now: Date }>(
    `select revision, body, date_trunc('milliseconds', app.now()) + interval '1 ms' as now from judgment_column where organization = $1 and judgment_id = $2 and scope = $3 and kind = $4`,
    key,
  );
  if (rows.length > 0 && Number(rows[0].revision) >= published.revision) return undefined;
  const { body = null, now = null } = rows[0] ?? {};
  const origin = body === null || body.archived ? await readOriginOf(tx, published) : null;
  const kept = stored(published, origin ?? body, now);
  await tx.query(
    `insert into judgment_column (organization, judgment_id, scope, kind, name, revision, archived, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization, judgment_id, scope, kind) do update set name = $5, revision = $6, archived = $7, body = $8`,
    [...key, published.name, published.revision, published.archived, JSON.stringify(kept)],
  );
  return { before: body };
}

/** The template from which a snapshot is a new copy; null for any other. */
function readOriginOf(tx: Tx, published: PublishedSnapshot): Promise<StoredSnapshot | null> | null {
  return published.copied && published.kind === 'judgment' && !published.archived
    ? readTemplateOf(tx, published)
    : null;
}

/** @param now by the database's clock; null where nothing is stored yet */
function stored(published: PublishedSnapshot, before: StoredSnapshot | null, now: Date | null): StoredSnapshot {
  const known = published.kind === 'override' ? published : { ...published, ...nextEarlierScopes(before, published) };
  if (before === null || (published.edges ?? []).length === 0) return known;
  const isActivated = now !== null && before.active_version !== published.active_version;
  const from = isActivated ? now.toISOString() : before.fresh_from;
  return from === undefined ? known : { ...known, fresh_from: from };
}

/** The snapshots of the judgments that read the answers of a name, in whatever scope. */
export async function readDependentsOf(tx: Tx, organization: string, name: string): Promise<StoredSnapshot[]> {
  const { rows } = await tx.query<{ body: StoredSnapshot }>(
    `select body from judgment_column where organization = $1 and (body -> 'reads') is not null and not archived
       and kind = 'judgment' and body -> 'reads' ? $2`,
    [organization, name],
  );
  return rows.map(({ body }) => body);
}

/** The snapshot of the template from which a namespace has detached its copy; null when the template is gone. */
export async function readTemplateOf(
  tx: Tx,
  { organization, judgment_id, scope }: Pick<PublishedSnapshot, 'organization' | 'judgment_id' | 'scope'>,
): Promise<StoredSnapshot | null> {
  const { rows } = await tx.query<{ body: StoredSnapshot }>(
    `select body from judgment_column where organization = $1 and judgment_id = $2 and scope like '%/*'
       and starts_with($3, left(scope, -1)) and kind = 'judgment' and not archived`,
    [organization, judgment_id, scope],
  );
  return rows[0]?.body ?? null;
}
