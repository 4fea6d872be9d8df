import { EndpointRow } from '../endpoint/endpoint-row';
import { ClaimedDelivery, EndpointToSign } from './delivery';
import { maxAttempts } from './schedule';

/** The columns of `endpoint` that an attempt needs. */
export type SignerRow = Pick<EndpointRow, 'organization' | 'url' | 'secret' | 'previous_secret' | 'previous_until'>;

/** A claimed delivery with its endpoint (`signerColumns`) as a statement returns it. */
export interface ClaimedRow extends SignerRow {
  day: string;
  endpoint_id: string;
  event_id: string;
  turn: number;
  attempts: number;
  ahead: boolean;
  attempted_at: Date | null;
  status: string;
  body: string;
  traceparent: string | null;
  version: string;
}

/** Columns of `endpoint e`. A change of the row changes its version (`xmin`); a lock does not. */
export const signerColumns =
  'e.organization, e.url, e.secret, e.previous_secret, e.previous_until, e.xmin::text as version';

export function toClaimed(row: ClaimedRow, waitMs: number, heldFromMs: number): ClaimedDelivery {
  const { day, endpoint_id: endpointId, event_id: eventId, turn, ahead, attempted_at: attemptedAt } = row;
  const { body, traceparent } = row;
  const attempts = Math.min(row.attempts + (ahead ? 1 : 0), maxAttempts);
  const endpoint = toSigner(endpointId, row);
  return {
    day,
    endpointId,
    eventId,
    turn,
    attempts,
    ahead,
    attemptedAt,
    body,
    traceparent,
    waitMs,
    endpoint,
    heldFromMs,
    direct: null,
  };
}

/** The endpoint of a row, as an attempt needs it. */
export function toSigner(id: string, row: SignerRow & { version: string }): EndpointToSign {
  const { organization, url, secret, previous_secret: previousSecret, previous_until: previousUntil, version } = row;
  return { id, organization, url, secret, previousSecret, previousUntil, version };
}
