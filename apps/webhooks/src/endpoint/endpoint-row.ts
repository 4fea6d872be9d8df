import { createHash } from 'node:crypto';
import { Endpoint, EndpointStatus } from './endpoint';

/** Groups of endpoints. One process at a time sends to the endpoints of a slice. */
export const sliceCount = 32;

/** A row of the table `endpoint`. */
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
    id,
    organization,
    url,
    events,
    description,
    secret,
    status,
    namespacePrefix: row.namespace_prefix,
    maxPerSecond: row.max_per_second,
    previousSecret: row.previous_secret,
    previousUntil: row.previous_until,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  };
}

/** The slice of an endpoint: the same in every process and version. */
export function sliceOf(endpointId: string): number {
  return createHash('sha256').update(endpointId).digest()[0] % sliceCount;
}
