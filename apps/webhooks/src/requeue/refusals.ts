import { Problem, invalid } from '@app/problem';
import { coversNamespace } from '../coverage/coverage';
import { Endpoint } from '../endpoint/endpoint';
import { SendableEvent } from './requeue.store';

/** @throws Problem `conflict` for a disabled endpoint, to which nothing is sent */
export function assertEnabled({ status }: Pick<Endpoint, 'status'>): void {
  if (status === 'disabled') throw disabledEndpoint();
}

export function disabledEndpoint(): Problem {
  return new Problem('conflict', 'The endpoint is disabled and receives nothing; PATCH it with `enabled: true` first.');
}

/** @throws Problem `invalid_request` when the endpoint may not receive the event; a test send returns to its endpoint only */
export function assertCovers(endpoint: Endpoint, event: SendableEvent): void {
  const covers =
    event.testedEndpoint === null
      ? coversNamespace(endpoint.namespacePrefix, event.namespace)
      : event.testedEndpoint === endpoint.id;
  if (covers) return;
  const message = event.testedEndpoint
    ? 'This event was a test send; redeliver it to the endpoint that it tested.'
    : `The endpoint's prefix \`${endpoint.namespacePrefix}\` does not cover the event's namespace; choose another endpoint.`;
  throw invalid('endpoint_not_covering', '/endpoint', message);
}
