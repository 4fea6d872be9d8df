import { DeliveryView, DeliveryStatus, AttemptError } from '@app/contracts/webhooks';

/** A delivery as the log reads it. */
export interface LogRow {
  id: string;
  event_id: string;
  type: string;
  test: boolean;
  status: DeliveryStatus;
  attempts: number;
  /** When the next attempt may begin, after any pause of the endpoint; null unless the delivery waits. */
  next_at: Date | null;
  attempted_at: Date | null;
  status_code: number | null;
  latency_ms: number | null;
  error: AttemptError | null;
  response: string | null;
  created_at: Date;
  /** `created_at` in microseconds since 1970, exact. */
  created_us: string;
}

/** A delivery as clients see it. It does not show the address to which the receiver's name resolved. */
export function toView(row: LogRow): DeliveryView {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.type,
    ...(row.test ? { test: true } : {}),
    status: row.status,
    attempts: row.attempts,
    ...(row.next_at ? { next_attempt_at: row.next_at.toISOString() } : {}),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    status_code: row.status_code,
    latency_ms: row.latency_ms,
    error: row.error,
    // An attempt that no response came to has no text of one.
    response: row.status_code === null ? null : row.response,
    created_at: row.created_at.toISOString(),
  };
}
