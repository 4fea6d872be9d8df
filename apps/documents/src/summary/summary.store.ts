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
  /** A tenant whose document could not be written; null while all can be, and when none is. */
  failing_tenant: string | null;
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

export type SweepCursor = 'cursor' | 'next_at' | 'waiting' | 'faulty' | 'failing_since' | 'failure' | 'failing_tenant';

export const summarySweeps = new LeasedCursor<SummarySweep, 'id', SweepCursor>({
  name: 'summary',
  key: ['id'],
  cursor: ['cursor', 'next_at', 'waiting', 'faulty', 'failing_since', 'failure', 'failing_tenant'],
  order: 'next_at',
  open: 'next_at <= app.now()',
});

const columns = 'id, organization, scope, body, ending, failing_since, failure, failing_tenant, created_at, updated_at';

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
