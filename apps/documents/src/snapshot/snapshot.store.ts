import { JudgmentSnapshot as ColumnFact, FitMade } from '@app/contracts';
import type { SnapshotOverride, EngineName } from '@app/definition';
import type { Named, Queryable, Tx } from '@app/persistence';
import { KnownFit, knownFit } from '../answer/calibrated';
import { KnownColumn, columnOf, overrideOf } from './known-judgment';

/** The revisions that a statement read together with its rows. */
export interface Revisions {
  columns: number;
  engines: number;
}

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
  /** A walk is still to set its members, and says nothing of them. */
  quiet: boolean;
}

/** Everything about an organization that can change without its documents, as of one revision. */
export interface OrganizationCopies {
  revision: number;
  /** Of all templates, and of the one namespace that was asked for. */
  columns: KnownColumn[];
  /** Of that namespace. */
  overrides: SnapshotOverride[];
  /** Of the same judgments. */
  fits: KnownFit[];
  /** `namespace judgmentId` of fan-outs past their rolling limit. */
  deferred: Set<string>;
  /** By scope. */
  subscriptions: Map<string, StoredSubscription[]>;
}

interface OwnRow {
  revision: string | null;
  own: ColumnFact[] | null;
  own_fits: FitMade[] | null;
}

interface CopiesRow extends OwnRow {
  templates: ColumnFact[] | null;
  template_fits: FitMade[] | null;
  deferred: { namespace: string; judgment_id: string }[] | null;
  subscriptions: StoredSubscription[] | null;
}

/** A namespace's judgments and overrides: one namespace of ten thousand never reads what the others have. */
const ownColumns = `(select json_agg(body) from judgment_column
      where organization = $1 and scope = $2 and scope not like '%/*' and not archived) as own,
    (select json_agg(f.body) from fit f where f.organization = $1 and f.scope in ('', $2) and f.judgment_id in (
      select judgment_id from judgment_column where organization = $1 and scope = $2 and scope not like '%/*'
        and kind = 'judgment' and not archived)) as own_fits`;

const loadOwn: Named = {
  name: 'copies-load-own',
  text: `select (select revision from column_revision where organization = $1) as revision, ${ownColumns}`,
};

const loadCopies: Named = {
  name: 'copies-load',
  text: `select (select revision from column_revision where organization = $1) as revision,
    (select json_agg(body) from judgment_column
      where organization = $1 and scope like '%/*' and not archived) as templates, ${ownColumns},
    (select json_agg(f.body) from fit f where f.organization = $1 and f.scope = '' and f.judgment_id in (
      select judgment_id from judgment_column where organization = $1 and scope like '%/*' and not archived)) as template_fits,
    (select json_agg(json_build_object('namespace', namespace, 'judgment_id', judgment_id))
      from deferral where organization = $1 and deferred) as deferred,
    (select json_agg(json_build_object('id', s.id::text, 'scope', s.scope, 'name', s.name, 'revision', s.revision,
      'filter', s.filter, 'endpoint', s.endpoint, 'events', s.events, 'include', s.include, 'min_hold_ms', s.min_hold_ms,
      'quiet', exists (select from subscription_walk w where w.subscription_id = s.id and w.quiet)) order by s.id)
      from subscription s where s.organization = $1) as subscriptions`,
};

/** What the namespaces of an organization share, as of one revision. */
export type SharedCopies = Omit<OrganizationCopies, 'overrides'>;

/**
 * One statement, so that the copies are of one revision.
 * @param namespace whose own judgments and overrides come with the templates; none when left out
 */
export async function loadOrganization(
  from: Queryable,
  organization: string,
  namespace = '',
): Promise<{ shared: SharedCopies; copies: OrganizationCopies }> {
  const { rows } = await from.query<CopiesRow>(loadCopies, [organization, namespace]);
  const { revision, templates, template_fits: fits, deferred, subscriptions } = rows[0];
  const shared = {
    revision: Number(revision ?? 0),
    columns: (templates ?? []).map(columnOf),
    fits: (fits ?? []).map(knownFit),
    deferred: new Set((deferred ?? []).map((row) => `${row.namespace} ${row.judgment_id}`)),
    subscriptions: byScope(subscriptions ?? []),
  };
  return { shared, copies: withOwn(shared, rows[0]) };
}

/** A namespace's copies over what is shared already; undefined when that is of another revision by now. */
export async function loadNamespace(
  from: Queryable,
  organization: string,
  namespace: string,
  shared: SharedCopies,
): Promise<OrganizationCopies | undefined> {
  const { rows } = await from.query<OwnRow>(loadOwn, [organization, namespace]);
  return Number(rows[0].revision ?? 0) === shared.revision ? withOwn(shared, rows[0]) : undefined;
}

function withOwn(shared: SharedCopies, row: OwnRow): OrganizationCopies {
  const own = row.own ?? [];
  const columns = own.filter(({ kind }) => kind !== 'override').map(columnOf);
  return {
    ...shared,
    columns: [...shared.columns, ...columns],
    fits: [...shared.fits, ...(row.own_fits ?? []).map(knownFit)],
    overrides: own.filter(({ kind }) => kind === 'override').map(overrideOf),
  };
}

function byScope(subscriptions: readonly StoredSubscription[]): Map<string, StoredSubscription[]> {
  const scopes = new Map<string, StoredSubscription[]>();
  for (const one of subscriptions) {
    const known = scopes.get(one.scope);
    if (known) known.push(one);
    else scopes.set(one.scope, [one]);
  }
  return scopes;
}

/** Engines belong to nobody; their copies count under this name. */
export const everyone = '*';

export interface EngineCopy {
  name: EngineName;
  version: string;
  active: boolean;
  circuit_open: boolean;
}

export async function loadEngines(from: Queryable): Promise<{ revision: number; engines: EngineCopy[] }> {
  const { rows } = await from.query<{ revision: string | null; engines: EngineCopy[] | null }>(
    {
      name: 'engines-load',
      text: `select (select revision from column_revision where organization = '*') as revision,
        (select json_agg(json_build_object('name', name, 'version', version, 'active', active, 'circuit_open', circuit_open)
          order by name, version) from engine) as engines`,
    },
    [],
  );
  return { revision: Number(rows[0].revision ?? 0), engines: rows[0].engines ?? [] };
}

/** The revisions of now. */
export async function readRevisions(from: Queryable, organization: string): Promise<Revisions> {
  const { rows } = await from.query<{ columns: string; engines: string }>(
    {
      name: 'revisions-read',
      text: `select coalesce((select revision from column_revision where organization = $1), 0) as columns,
        coalesce((select revision from column_revision where organization = '*'), 0) as engines`,
    },
    [organization],
  );
  return { columns: Number(rows[0].columns), engines: Number(rows[0].engines) };
}

/** Moves the revision that every statement compares: memory of other processes is older from now on. */
export async function bumpRevision(tx: Tx, organization: string): Promise<void> {
  await tx.query(
    `insert into column_revision as c (organization, revision) values ($1, 1)
     on conflict (organization) do update set revision = c.revision + 1`,
    [organization],
  );
}

/** The organization for this transaction alone: every write and fold before has committed, none after has begun. */
export async function lockAlone(tx: Tx, organization: string): Promise<void> {
  await tx.query('select lock_organization_alone($1)', [organization]);
}

/** @returns the column before, or undefined when a greater or equal revision is known already */
export async function putColumn(tx: Tx, fact: ColumnFact): Promise<{ before: ColumnFact | null } | undefined> {
  const key = [fact.organization, fact.judgment_id, fact.scope, fact.kind];
  const { rows } = await tx.query<{ revision: string; body: ColumnFact }>(
    `select revision, body from judgment_column where organization = $1 and judgment_id = $2 and scope = $3 and kind = $4`,
    key,
  );
  if (rows.length > 0 && Number(rows[0].revision) >= fact.revision) return undefined;
  await tx.query(
    `insert into judgment_column (organization, judgment_id, scope, kind, name, revision, archived, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization, judgment_id, scope, kind) do update set name = $5, revision = $6, archived = $7, body = $8`,
    [...key, fact.name, fact.revision, fact.archived, JSON.stringify(fact)],
  );
  return { before: rows[0]?.body ?? null };
}
