import { EndpointStats, EndpointView } from '@app/contracts';
import { EventSelection } from '../coverage/coverage';

export type EndpointStatus = 'active' | 'failing' | 'disabled';

/** A receiver of signed events. Its secrets stay sealed until an attempt signs or its manager reads. */
export interface Endpoint extends EventSelection {
  organization: string;
  url: string;
  description: string | null;
  maxPerSecond: number | null;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousUntil: Date | null;
  status: EndpointStatus;
  failingSince: Date | null;
  createdAt: Date;
}

/** What a request may set. */
export interface EndpointSettings {
  url: string;
  events: string[];
  namespacePrefix: string;
  description: string | null;
  maxPerSecond: number | null;
}

/** As clients see it. @param secret the opened secret, where the specification shows it */
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
