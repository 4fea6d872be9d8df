// The door of receivers: what verifies and reads a webhook.
export { eventTypes } from './event/event';
export type {
  AlternativesEvent,
  BudgetEvent,
  CalibrationEvent,
  EndpointHealthEvent,
  EndpointTestEvent,
  EventCause,
  EventType,
  FanoutEvent,
  JobEvent,
  SubscriptionEvent,
  SummaryEvent,
  WebhookEvent,
} from './event/event';
export { WebhookVerificationError } from './verification/verification-error';
export type { VerificationReason } from './verification/verification-error';
export type { WebhookHeaders } from './verification/headers';
export { verifySignature } from './verification/signature';
export type { SignedRequest } from './verification/signature';
export { verifyWebhook } from './verification/verify-webhook';
export { dropDuplicates } from './memory/drop-duplicates';
export { keepHighestSequence } from './memory/keep-highest-sequence';
export { BoundedMemory } from './memory/memory';
export type { Memory } from './memory/memory';
