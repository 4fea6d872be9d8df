import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { skipPending } from './skip-pending';
import { Endpoint, EndpointSettings, EndpointStatus } from './endpoint';

export const sliceCount = 32;

export interface EndpointRow {
  id: string;
  organization: string;
  url: string;
  events: string[];
  namespace_prefix: string;
  description: string | null;
  max_per_second: number | null;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
  status: EndpointStatus;
  failing_since: Date | null;
  created_at: Date;
}

export function fromRow(row: EndpointRow): Endpoint {
  const { id, organization, url, events, description, secret, status } = row;
  return {
    ...{ id, organization, url, events, description, secret, status },
    namespacePrefix: row.namespace_prefix,
    maxPerSecond: row.max_per_second,
    previousSecret: row.previous_secret,
    previousUntil: row.previous_until,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  };
}

/** Endpoints; every statement names the organization, or an id that one was found by. */
@Injectable()
export class EndpointStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** How many the organization has; no other can be added until the transaction ends. */
  async countLocked(tx: Tx, organization: string): Promise<number> {
    await tx.query('insert into endpoint_count (organization) values ($1) on conflict do nothing', [organization]);
    await tx.query('select 1 from endpoint_count where organization = $1 for update', [organization]);
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::int as count from endpoint where organization = $1',
      [organization],
    );
    return rows[0].count;
  }

  async add(
    tx: Tx,
    owner: Pick<Endpoint, 'id' | 'organization' | 'secret'>,
    settings: EndpointSettings,
  ): Promise<Endpoint> {
    const { id, organization, secret } = owner;
    const { url, events, namespacePrefix, description, maxPerSecond } = settings;
    const { rows } = await tx.query<EndpointRow>(
      `insert into endpoint (id, organization, url, events, namespace_prefix, description, max_per_second, secret)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
      [id, organization, url, events, namespacePrefix, description, maxPerSecond, secret],
    );
    await tx.query('insert into endpoint_turn (endpoint_id, slice) values ($1, $2)', [id, sliceOf(id)]);
    return fromRow(rows[0]);
  }

  async find(organization: string, id: string): Promise<Endpoint | null> {
    const { rows } = await this.database.query<EndpointRow>(
      { name: 'endpoint-find', text: 'select * from endpoint where organization = $1 and id = $2' },
      [organization, id],
    );
    return rows.length > 0 ? fromRow(rows[0]) : null;
  }

  async list(organization: string, after: string): Promise<Endpoint[]> {
    const { rows } = await this.database.query<EndpointRow>(
      { name: 'endpoint-list', text: 'select * from endpoint where organization = $1 and id > $2 order by id' },
      [organization, after],
    );
    return rows.map(fromRow);
  }

  /** Locks the endpoint's place in the queue, then the endpoint: nothing is queued, claimed or recorded meanwhile. */
  async findLocked(tx: Tx, organization: string, id: string): Promise<Endpoint | null> {
    await tx.query('select 1 from endpoint_turn where endpoint_id = $1 for update', [id]);
    const { rows } = await tx.query<EndpointRow>(
      'select * from endpoint where organization = $1 and id = $2 for update',
      [organization, id],
    );
    return rows.length > 0 ? fromRow(rows[0]) : null;
  }

  async change(tx: Tx, id: string, settings: EndpointSettings): Promise<Endpoint> {
    const { url, events, namespacePrefix, description, maxPerSecond } = settings;
    const { rows } = await tx.query<EndpointRow>(
      `update endpoint set url = $2, events = $3, namespace_prefix = $4, description = $5, max_per_second = $6
       where id = $1 returning *`,
      [id, url, events, namespacePrefix, description, maxPerSecond],
    );
    return fromRow(rows[0]);
  }

  /** The secret of now becomes the previous one for as long as is asked; one that was previous until now ends at once. */
  async rotate(tx: Tx, id: string, secret: Buffer, previousForMs: number): Promise<Endpoint> {
    const { rows } = await tx.query<EndpointRow>(
      `update endpoint set secret = $2, previous_secret = case when $3::float8 > 0 then secret end,
         previous_until = case when $3::float8 > 0 then app.now() + make_interval(secs => $3::float8 / 1000) end
       where id = $1 returning *`,
      [id, secret, previousForMs],
    );
    return fromRow(rows[0]);
  }

  /** Enabling forgets earlier failures; disabling skips what is pending. */
  async enable(tx: Tx, id: string, enabled: boolean): Promise<Endpoint> {
    const { rows } = await tx.query<EndpointRow>(
      `update endpoint set status = $2, first_failure_at = null, failed_attempts = 0, failing_since = null
       where id = $1 returning *`,
      [id, enabled ? 'active' : 'disabled'],
    );
    if (!enabled) await skipPending(tx, id);
    return fromRow(rows[0]);
  }

  /** Nothing is sent to it from the commit on; its deliveries are removed in steps behind it. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('delete from endpoint_turn where endpoint_id = $1', [id]);
    await tx.query('delete from endpoint where id = $1', [id]);
    await tx.query('delete from tally where endpoint_id = $1', [id]);
    await tx.query('insert into endpoint_gone (endpoint_id) values ($1)', [id]);
  }
}

/** The group of endpoints that one owns: the same in every process and version. */
export function sliceOf(endpointId: string): number {
  return createHash('sha256').update(endpointId).digest()[0] % sliceCount;
}
