import { EndpointView } from './events';
import { eventTypes } from './events/types';
import type { EventType } from './events/types';
import { Bool, JsonObject, Nested, OneOf, Stamp, Text } from './field';
import { request } from './message';
import { durationPattern } from './names';

const gatewayToWebhooks = { from: ['gateway'], to: 'webhooks' } as const;

/** Of both actions every member may be left out, and so may the body. */
export class RotateSecretBody {
  @Text({
    optional: true,
    pattern: durationPattern,
    meaning: 'How long the secret of now keeps signing beside the new one: `0s` to `7d`; `24h` when left out.',
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
  why: 'A new signing secret; the reply shows it.',
  query: RotateSecret,
  reply: EndpointView,
});

export class TestSendBody {
  @OneOf(eventTypes, { optional: true, meaning: 'A sample of this type is sent; `webhook.test` when left out.' })
  type?: EventType;
}
export class TestEndpoint {
  @Text() id: string;
  @Nested(() => TestSendBody) test: TestSendBody;
}
/** The record as it is delivered. */
export class TestSent {
  @Text({ meaning: 'Its `webhook-id`, by which the delivery log shows it.' }) id: string;
  @OneOf(eventTypes) type: EventType;
  @Stamp() timestamp: string;
  @JsonObject() data: object;
  @Bool({ meaning: 'Always true: receivers tell it from what happened.' }) test: boolean;
}
export const testEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.test.v1',
  why: 'One signed sample to one endpoint; never in the feed.',
  query: TestEndpoint,
  reply: TestSent,
});
