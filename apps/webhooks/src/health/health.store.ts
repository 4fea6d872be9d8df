import { Tx } from '@app/persistence';
import { EndpointRow } from '../endpoint/endpoint-row';

/** A row of the table `endpoint` with its health. */
export interface HealthRow extends EndpointRow {
  first_failure_at: Date | null;
  failed_attempts: number;
  /** The database's clock. */
  now: Date;
}

/** The health of an endpoint as the table keeps it. */
export interface NewHealth {
  id: string;
  status: HealthRow['status'];
  firstFailureAt: Date | null;
  failedAttempts: number;
  failingSince: Date | null;
}

/**
 * SQL that resets the health of endpoints after a success. Most attempts succeed at healthy endpoints: then it finds no
 * row and locks none.
 * @param succeeded a query for the ids of endpoints at which every attempt succeeded
 */
export function healSql(succeeded: string): string {
  return `update endpoint e set status = 'active', first_failure_at = null, failed_attempts = 0, failing_since = null
    from (select id from endpoint where id = any(array(${succeeded})) and status <> 'disabled'
      and first_failure_at is not null order by id for no key update) sick
    where e.id = sick.id`;
}

const heal = { name: 'health-heal', text: healSql('select unnest($1::text[])') };

const readLocked = {
  name: 'health-read',
  text: 'select *, app.now() as now from endpoint where id = any($1) order by id for no key update',
};

const write = {
  name: 'health-write',
  text: `update endpoint e set status = h.status, first_failure_at = h.first_failure_at,
      failed_attempts = h.failed_attempts, failing_since = h.failing_since
    from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::timestamptz[])
      as h(id, status, first_failure_at, failed_attempts, failing_since)
    where e.id = h.id`,
};

export async function healEndpoints(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(heal, [ids]);
}

/** Locks endpoints in the order of their ids and reads their health. */
export async function readHealthLocked(tx: Tx, ids: readonly string[]): Promise<HealthRow[]> {
  const { rows } = await tx.query<HealthRow>(readLocked, [ids]);
  return rows;
}

export async function writeHealth(tx: Tx, all: readonly NewHealth[]): Promise<void> {
  await tx.query(write, [
    all.map(({ id }) => id),
    all.map(({ status }) => status),
    all.map(({ firstFailureAt }) => firstFailureAt),
    all.map(({ failedAttempts }) => failedAttempts),
    all.map(({ failingSince }) => failingSince),
  ]);
}
