import type { SummaryBody } from '@app/contracts/documents';
import { LeasedCursor, LeasedRow, Queryable, Tx } from '@app/persistence';

/** The summary of a template prefix. */
export interface SummaryRow {
  id: string;
  organization: string;
  /** The template prefix. */
  scope: string;
  body: SummaryBody;
  /** It was deleted; its documents are still to go. */
  ending: boolean;
  failing_since: Date | null;
  failure: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A claimed sweep of a summary over its tenants. */
export interface SummarySweep extends SummaryRow, LeasedRow {
  revision: string;
  /** The last tenant whose document was written. */
  cursor: string;
  next_at: Date;
  /** A group of a tenant that was passed is still being built. */
  waiting: boolean;
  /** A document could not be written in this sweep. */
  faulty: boolean;
}

export type SweepCursor = 'cursor' | 'next_at' | 'waiting' | 'faulty' | 'failing_since' | 'failure';

export const summarySweeps = new LeasedCursor<SummarySweep, 'id', SweepCursor>({
  name: 'summary',
  key: ['id'],
  cursor: ['cursor', 'next_at', 'waiting', 'faulty', 'failing_since', 'failure'],
  order: 'next_at',
  open: 'next_at <= app.now()',
});

const columns = 'id, organization, scope, body, ending, failing_since, failure, created_at, updated_at';

export async function findSummary(from: Queryable, organization: string, scope: string): Promise<SummaryRow | null> {
  const { rows } = await from.query<SummaryRow>(
    `select ${columns} from summary where organization = $1 and scope = $2 and not ending`,
    [organization, scope],
  );
  return rows[0] ?? null;
}

/** Creates or replaces a summary, whose tenants are swept at once. A sweep of another process loses its lease. */
export async function putSummary(tx: Tx, organization: string, scope: string, body: SummaryBody): Promise<SummaryRow> {
  const { rows } = await tx.query<SummaryRow>(
    `insert into summary as s (organization, scope, body) values ($1, $2, $3)
     on conflict (organization, scope) do update set body = $3, revision = s.revision + 1, ending = false, cursor = '',
       next_at = app.now(), waiting = false, faulty = false, attempts = s.attempts + 1, lease_until = null,
       created_at = case when s.ending then date_trunc('milliseconds', app.now()) else s.created_at end,
       updated_at = date_trunc('milliseconds', app.now())
     returning ${columns}`,
    [organization, scope, JSON.stringify(body)],
  );
  return rows[0];
}

/** Ends a summary. Its documents go by the next sweep. */
export async function endSummary(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update summary set ending = true, cursor = '', next_at = app.now(), attempts = attempts + 1, lease_until = null
     where id = $1`,
    [id],
  );
}

/** A namespace under a prefix. */
export interface Tenant {
  id: string;
  name: string;
}

/** The next namespace under a summary's prefix, by name, and whether others follow. */
export async function readNextTenants(
  from: Queryable,
  { organization, scope, cursor }: SummarySweep,
  limit: number,
): Promise<Tenant[]> {
  const { rows } = await from.query<Tenant>(
    `select id, name from namespace where organization = $1 and starts_with(name, $2) and name >= $2 and name > $3 and not deleting
     order by name limit $4`,
    [organization, scope.slice(0, -1), cursor, limit],
  );
  return rows;
}

export async function noteDocument(tx: Tx, { id, body }: SummaryRow, tenant: string): Promise<void> {
  await tx.query(
    'insert into summary_document (summary_id, place, tenant) values ($1, $2, $3) on conflict do nothing',
    [id, body.into, tenant],
  );
}

/** A document of a summary that is to go. */
export interface LeftDocument {
  place: string;
  tenant: string;
}

/** Documents of tenants that have gone, of another `into`, or of a summary that ends; those of one namespace. */
export async function readLeftDocuments(
  from: Queryable,
  { id, organization, body, ending }: SummarySweep,
  limit: number,
): Promise<LeftDocument[]> {
  const { rows } = await from.query<LeftDocument>(
    `with gone as (
       select place, tenant from summary_document d where d.summary_id = $1 and ($2 or d.place <> $3
         or not exists (select from namespace n where n.organization = $4 and n.name = d.tenant))
       order by place, tenant limit $5
     ) select * from gone where place = (select min(place) from gone)`,
    [id, ending, body.into, organization, limit],
  );
  return rows;
}

export async function forgetDocuments(tx: Tx, { id }: SummaryRow, documents: readonly LeftDocument[]): Promise<void> {
  await tx.query(
    `delete from summary_document d using unnest($2::text[], $3::text[]) x(place, tenant)
     where d.summary_id = $1 and d.place = x.place and d.tenant = x.tenant`,
    [id, documents.map(({ place }) => place), documents.map(({ tenant }) => tenant)],
  );
}
