import type { WorkMembers } from '@app/observability';
import type { SentEvent } from './delivery';
import type { SettledResult } from './record.store';

/** The members of an event's data that say what it is about. */
interface About {
  namespace?: string | null;
  subscription?: string;
  document?: string;
}

/**
 * What the log says of an attempt: nothing of the event's content, of the endpoint's URL, or of the response's text.
 * @param recorded whether the result was recorded; otherwise the delivery is sent again
 */
export function deliveryLine(
  { delivery, outcome, settlement }: SettledResult,
  recorded: boolean,
): WorkMembers<'delivery.attempted'> {
  const { type = null, data = {} } = JSON.parse(delivery.body) as Partial<SentEvent>;
  const { namespace = null, subscription, document } = data as About;
  return {
    organization: delivery.endpoint.organization,
    namespace,
    ...(subscription !== undefined && { subscription }),
    ...(document !== undefined && { document }),
    event_id: delivery.eventId,
    type,
    endpoint: delivery.endpointId,
    turn: delivery.turn,
    attempt: delivery.attempts,
    outcome: outcome.error ?? 'ok',
    status_code: outcome.statusCode,
    status: settlement.status,
    again_in_ms: settlement.waitMs === null ? null : Math.round(settlement.waitMs),
    recorded,
    ms: Math.round(outcome.latencyMs),
  };
}
