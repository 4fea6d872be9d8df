import { Queryable, Tx } from '@app/persistence';
import { Endpoint, EndpointSettings } from './endpoint';
import { EndpointRow, fromRow, sliceOf } from './endpoint-row';
import { skipPending } from './skip-pending';

// Every statement names the organization, or an id that was found under its organization.
const find = { name: 'endpoint-find', text: 'select * from endpoint where organization = $1 and id = $2' };

const list = {
  name: 'endpoint-list',
  text: 'select * from endpoint where organization = $1 and id > $2 order by id',
};

const update = `update endpoint set url = $2, events = $3, namespace_prefix = $4, description = $5, max_per_second = $6
  where id = $1 returning *`;

const updateSecret = `
  update endpoint set secret = $2, previous_secret = case when $3::float8 > 0 then secret end,
    previous_until = case when $3::float8 > 0 then app.now() + make_interval(secs => $3::float8 / 1000) end
  where id = $1 returning *`;

const updateStatus = `
  update endpoint set status = $2, first_failure_at = null, failed_attempts = 0, failing_since = null
  where id = $1 returning *`;

/** Counts the endpoints of an organization, and keeps others from adding one until the transaction ends. */
export async function countLocked(tx: Tx, organization: string): Promise<number> {
  await tx.query('insert into endpoint_count (organization) values ($1) on conflict do nothing', [organization]);
  await tx.query('select 1 from endpoint_count where organization = $1 for update', [organization]);
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from endpoint where organization = $1',
    [organization],
  );
  return rows[0].count;
}

/** @param owner with the sealed secret */
export async function addEndpoint(
  tx: Tx,
  { id, organization, secret }: Pick<Endpoint, 'id' | 'organization' | 'secret'>,
  { url, events, namespacePrefix, description, maxPerSecond }: EndpointSettings,
): Promise<Endpoint> {
  const { rows } = await tx.query<EndpointRow>(
    `insert into endpoint (id, organization, url, events, namespace_prefix, description, max_per_second, secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
    [id, organization, url, events, namespacePrefix, description, maxPerSecond, secret],
  );
  await tx.query('insert into endpoint_turn (endpoint_id, slice) values ($1, $2)', [id, sliceOf(id)]);
  return fromRow(rows[0]);
}

export async function findEndpoint(db: Queryable, organization: string, id: string): Promise<Endpoint | null> {
  const { rows } = await db.query<EndpointRow>(find, [organization, id]);
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

/**
 * Locks the endpoint's `endpoint_turn` row, then the endpoint. Until the transaction ends, no process queues, claims or
 * records a delivery to it.
 */
export async function findLocked(tx: Tx, organization: string, id: string): Promise<Endpoint | null> {
  await tx.query('select 1 from endpoint_turn where endpoint_id = $1 for update', [id]);
  const { rows } = await tx.query<EndpointRow>(
    'select * from endpoint where organization = $1 and id = $2 for update',
    [organization, id],
  );
  return rows.length > 0 ? fromRow(rows[0]) : null;
}

/** All endpoints of an organization with a greater id, in the order of their ids. */
export async function listEndpoints(db: Queryable, organization: string, after: string): Promise<Endpoint[]> {
  const { rows } = await db.query<EndpointRow>(list, [organization, after]);
  return rows.map(fromRow);
}

export async function updateSettings(tx: Tx, id: string, settings: EndpointSettings): Promise<Endpoint> {
  const { url, events, namespacePrefix, description, maxPerSecond } = settings;
  const values = [id, url, events, namespacePrefix, description, maxPerSecond];
  const { rows } = await tx.query<EndpointRow>(update, values);
  return fromRow(rows[0]);
}

/**
 * Replaces the secret. The replaced one stays valid as the previous secret; an earlier previous one ends at once.
 * @param secret sealed
 * @param previousForMs how long the replaced secret stays valid; 0 ends it at once
 */
export async function rotateSecret(tx: Tx, id: string, secret: Buffer, previousForMs: number): Promise<Endpoint> {
  const { rows } = await tx.query<EndpointRow>(updateSecret, [id, secret, previousForMs]);
  return fromRow(rows[0]);
}

/** Enabling resets the count of failures. Disabling also skips the pending deliveries. */
export async function setEnabled(tx: Tx, id: string, enabled: boolean): Promise<Endpoint> {
  const { rows } = await tx.query<EndpointRow>(updateStatus, [id, enabled ? 'active' : 'disabled']);
  if (!enabled) await skipPending(tx, id);
  return fromRow(rows[0]);
}

/** Deletes an endpoint. No process sends to it from the commit on; retention deletes its deliveries later. */
export async function removeEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from endpoint_turn where endpoint_id = $1', [id]);
  await tx.query('delete from endpoint where id = $1', [id]);
  await tx.query('delete from tally where endpoint_id = $1', [id]);
  await tx.query('delete from recovery where endpoint_id = $1', [id]);
  await tx.query('insert into endpoint_gone (endpoint_id) values ($1)', [id]);
}
