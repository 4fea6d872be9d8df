import { attemptErrors, EndpointFacts } from '../webhooks';
import type { AttemptError } from '../webhooks';
import { Int, Nested, OneOf, Shape } from '../field';

/** The service sent a test to a webhook endpoint. */
export class EndpointEventData {
  @Shape(
    { type: 'null' },
    { meaning: 'Null, because the event belongs to the organization; only keys with scope `*` see it.' },
  )
  namespace: null;
  @Nested(() => EndpointFacts, { meaning: 'The endpoint as it is now, without its secret.' }) endpoint: EndpointFacts;
}

/** Why an attempt failed, as in the log of deliveries. */
export class AttemptFailure {
  @OneOf(attemptErrors) error: AttemptError;
  @Int({ nullable: true, meaning: 'HTTP status of the response; null without a response.' }) status_code: number | null;
}

/** A webhook endpoint became `failing` or `disabled`. */
export class EndpointHealthEventData extends EndpointEventData {
  @Nested(() => AttemptFailure, { meaning: 'The attempt after which the endpoint changed.' })
  last_error: AttemptFailure;
}
