import { EndpointView } from './endpoints';
import { eventTypes } from '../event-types';
import type { EventType } from '../event-types';
import { Bool, JsonObject, Nested, OneOf, Stamp, Text } from '../field';
import { request } from '../message';
import { durationPattern } from '../names';

const gatewayToWebhooks = { from: ['gateway'], to: 'webhooks' } as const;

/** The body of a rotation. Every member is optional, and so is the body. */
export class RotateSecretBody {
  @Text({
    optional: true,
    pattern: durationPattern,
    meaning: 'How long the present secret signs together with the new one: `0s` to `7d`; default `24h`.',
  })
  previous_valid_for?: string;
}
export class RotateSecret {
  @Text() id: string;
  @Nested(() => RotateSecretBody) rotation: RotateSecretBody;
}
export const rotateSecret = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.rotate-secret.v1',
  why: 'Makes a new signing secret; the reply shows it.',
  query: RotateSecret,
  reply: EndpointView,
});

export class TestSendBody {
  @OneOf(eventTypes, { optional: true, meaning: 'Type of the sample event; default `webhook.test`.' })
  type?: EventType;
}
export class TestEndpoint {
  @Text() id: string;
  @Nested(() => TestSendBody) test: TestSendBody;
}
/** The test event as the endpoint gets it. */
export class TestSent {
  @Text({ meaning: 'The `webhook-id`; the delivery log shows the test under it.' }) id: string;
  @OneOf(eventTypes) type: EventType;
  @Stamp() timestamp: string;
  @JsonObject({ named: 'EventData' }) data: object;
  @Bool({ meaning: 'Always true, so that receivers can tell it from a real event.' }) test: boolean;
}
export const testEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.test.v1',
  why: 'Sends one signed sample to one endpoint; it never appears in the feed.',
  query: TestEndpoint,
  reply: TestSent,
});
