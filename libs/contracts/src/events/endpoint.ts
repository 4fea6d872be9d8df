import { attemptErrors } from '../attempt-error';
import type { AttemptError } from '../attempt-error';
import { EndpointFacts } from '../events';
import { Int, Nested, OneOf, Shape } from '../field';

/** A webhook endpoint was sent a test. */
export class EndpointEventData {
  @Shape({ type: 'null' }, { meaning: 'Null: an event of the organization, shown to `*` keys alone.' }) namespace: null;
  @Nested(() => EndpointFacts, { meaning: 'As it stands now, without its secret.' }) endpoint: EndpointFacts;
}

/** Why an attempt failed, in the words of the deliveries log. */
export class AttemptFailure {
  @OneOf(attemptErrors) error: AttemptError;
  @Int({ nullable: true, meaning: 'HTTP status of the answer; null when none came.' }) status_code: number | null;
}

/** A webhook endpoint turned `failing` or `disabled`. */
export class EndpointHealthEventData extends EndpointEventData {
  @Nested(() => AttemptFailure, { meaning: 'The attempt at which it turned.' }) last_error: AttemptFailure;
}
