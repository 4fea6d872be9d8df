import { EndpointStats, EndpointView } from '@app/contracts/webhooks';
import { EventSelection } from '../coverage/coverage';

export type EndpointStatus = 'active' | 'failing' | 'disabled';

/** A receiver of signed events. Its secrets stay sealed until an attempt signs with them or a managing key reads them. */
export interface Endpoint extends EventSelection {
  organization: string;
  url: string;
  description: string | null;
  /** Deliveries a second; null for no cap. */
  maxPerSecond: number | null;
  /** Sealed. */
  secret: Buffer;
  /** Sealed; it signs beside `secret` until `previousUntil`. */
  previousSecret: Buffer | null;
  previousUntil: Date | null;
  status: EndpointStatus;
  /** The first failure after the last success, while the endpoint fails or after failing disabled it. */
  failingSince: Date | null;
  createdAt: Date;
}

/** The members of an endpoint that a request may set. */
export interface EndpointSettings {
  url: string;
  events: string[];
  namespacePrefix: string;
  description: string | null;
  maxPerSecond: number | null;
}

/** An endpoint as clients see it. @param secret the opened secret, where the reply shows it [WHK-09] */
export function toView(endpoint: Endpoint, stats: EndpointStats, nowMs: number, secret?: string): EndpointView {
  const { previousUntil, failingSince } = endpoint;
  const rotating = previousUntil !== null && previousUntil.getTime() > nowMs;
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: [...endpoint.events],
    namespace_prefix: endpoint.namespacePrefix,
    description: endpoint.description,
    max_per_second: endpoint.maxPerSecond,
    ...(secret === undefined ? {} : { secret }),
    status: endpoint.status,
    enabled: endpoint.status !== 'disabled',
    ...(failingSince === null ? {} : { failing_since: failingSince.toISOString() }),
    ...(rotating ? { previous_secret_expires_at: previousUntil.toISOString() } : {}),
    stats,
    created_at: endpoint.createdAt.toISOString(),
  };
}
